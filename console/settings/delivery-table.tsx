import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { ListTable } from '../parts/list-table.tsx';
import { counted } from '../parts/money.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { answerWords, DELIVERY_WORDS, eventWords } from './webhook-words.ts';

const DELIVERIES_SHOWN = 20;
/** The milliseconds after which deliveries are loaded again while a delivery has not ended. */
const ASK_AGAIN_MS = 3_000;

/** The latest deliveries of a webhook, with a way to send each again. */
export function DeliveryTable({ webhookId, mayWrite }: { readonly webhookId: string; readonly mayWrite: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () =>
      answerOf(
        api.GET('/v1/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: { limit: DELIVERIES_SHOWN } },
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') === true ? ASK_AGAIN_MS : false,
  });
  const again = useMutation({
    mutationFn: (deliveryId: string) =>
      answerOf(api.POST('/v1/webhooks/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const missed = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/v1/webhooks/{webhookId}/redeliver', { params: { path: { webhookId } }, body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  if (data === undefined)
    return <NotLoaded title="The deliveries could not be loaded" error={error} onRetry={refetch} />;
  if (data.data.length === 0)
    return (
      <Text size="sm" mt="sm">
        Nothing was sent yet.
      </Text>
    );
  const failed = again.error ?? missed.error;
  const hasMissed = data.data.some(({ status }) => status === 'failed' || status === 'discarded');
  return (
    <>
      {failed !== null && <ProblemNotice title="It was not sent again" error={failed} />}
      <ListTable
        label="What was sent"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { label: 'When', cell: ({ createdAt }) => momentText(createdAt) },
          { label: 'What', cell: ({ event }) => eventWords(event) },
          { label: 'State', cell: ({ status }) => DELIVERY_WORDS[status] },
          { label: 'Tries', cell: ({ attempts }) => attempts.length },
          { label: 'Last answer', cell: answerWords },
          mayWrite
            ? {
                label: 'Again',
                cell: ({ id, createdAt, status }) => (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Send again what was sent on ${momentText(createdAt)}`}
                    disabled={status === 'pending'}
                    onClick={() => again.mutate(id)}
                  >
                    Send again
                  </Button>
                ),
              }
            : null,
        ]}
      />
      {mayWrite && hasMissed && (
        <Group mt="xs">
          <Button variant="default" size="xs" loading={missed.isPending} onClick={() => missed.mutate()}>
            Send again everything that was missed
          </Button>
          {missed.data !== undefined && (
            <Text size="sm" role="status">
              {counted(missed.data.redelivered, 'message')} on the way.
            </Text>
          )}
        </Group>
      )}
    </>
  );
}
