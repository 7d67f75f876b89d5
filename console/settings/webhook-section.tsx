import { Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookCard } from './webhook-card.tsx';

/** Shows the receivers of events, each with its deliveries. */
export function WebhookSection({ mayWrite }: { readonly mayWrite: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => answerOf(api.GET('/v1/webhooks')),
  });
  return (
    <section aria-label="Webhooks">
      <Title order={2} size="h4" mt="lg">
        Webhooks
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Your own program hears at once when a statement was read. Whoever writes that program tells you the address.
      </Text>
      {error !== null && (
        <ProblemNotice title="The webhooks could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data?.data.length === 0 && <Text mb="md">There is no webhook yet.</Text>}
      {data?.data.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} mayWrite={mayWrite} />
      ))}
      {mayWrite && <NewWebhook onMade={() => queries.invalidateQueries({ queryKey: ['webhooks'] })} />}
    </section>
  );
}
