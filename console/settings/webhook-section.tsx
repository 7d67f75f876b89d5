import { Button, Checkbox, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { SecretNotice } from './secret-notice.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { EVENTS, type Webhook } from './webhook-words.ts';

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

/** Adds a receiver and shows its secret. */
function NewWebhook({ onMade }: { readonly onMade: () => Promise<void> }) {
  const api = useApi();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly Webhook['events'][number][]>(EVENTS.map(({ value }) => value));
  const make = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/webhooks', { body: { url, events: [...events] } })),
    onSuccess: async () => {
      setUrl('');
      await onMade();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Title order={3} size="h5" mt="xl" mb="xs">
        Add a webhook
      </Title>
      <TextInput
        label="Address of the receiving program"
        description="It begins with https://"
        type="url"
        required
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Group mt="sm" gap="lg">
        {EVENTS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={events.includes(value)}
            onChange={({ currentTarget }) =>
              setEvents(currentTarget.checked ? [...events, value] : events.filter((one) => one !== value))
            }
          />
        ))}
      </Group>
      <Button type="submit" variant="default" mt="sm" disabled={events.length === 0} loading={make.isPending}>
        Add the webhook
      </Button>
      {make.error !== null && <ProblemNotice title="The webhook was not added" error={make.error} />}
      {make.data !== undefined && <SecretNotice secret={make.data.secret} />}
    </form>
  );
}
