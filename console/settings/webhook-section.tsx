import { Alert, Button, Checkbox, Code, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ListTable } from '../parts/list-table.tsx';
import { NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { counted, momentText } from '../parts/shown-values.ts';
import classes from './settings.module.css';

export type Webhook = Schema<'Webhook'>;
export type Delivery = Schema<'Delivery'>;

const EVENTS = [
  { value: 'job.completed', label: 'A statement was read' },
  { value: 'job.failed', label: 'A statement could not be read' },
  { value: 'pay_run.approved', label: 'A pay run was approved' },
  { value: 'pay_run.paid', label: 'A pay run was paid' },
] as const satisfies readonly { readonly value: Webhook['events'][number]; readonly label: string }[];

/** Describes an event in words. */
function eventWords(event: string): string {
  if (event === 'webhook.test') return 'A test';
  return EVENTS.find(({ value }) => value === event)?.label ?? event.replaceAll(/[._]/g, ' ');
}

const DELIVERY_WORDS: Readonly<Record<Delivery['status'], string>> = {
  pending: 'On its way',
  delivered: 'Delivered',
  failed: 'Given up',
  discarded: 'Not sent: the webhook was off',
};

/** Describes the state of a webhook. */
function stateWords({ enabled, disabledReason, failuresInRow }: Webhook): string {
  if (!enabled)
    return disabledReason === null ? 'Off' : 'Off: the receiver failed too often, so the service stopped sending';
  if (failuresInRow === 0) return 'On';
  return failuresInRow === 1 ? 'On, the last try failed' : `On, the last ${failuresInRow} tries failed`;
}

/** Describes the latest answer of the receiver. Empty before the first attempt. */
function answerWords({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  if (last.error === null) return 'Accepted';
  if (last.responseStatus !== null) return `Answered with ${last.responseStatus}`;
  return last.error === 'timeout' ? 'No answer in time' : 'Could not be reached';
}

/** Shows a secret to copy. The service shows a secret only once. */
function SecretNotice({ secret }: { readonly secret: string }) {
  return (
    <Alert color="green" title="Copy the secret now: it is shown this once" mt="md" role="status">
      <Text size="sm" mb="xs">
        The receiving program checks with it that a message comes from this service.
      </Text>
      <Code block>{secret}</Code>
    </Alert>
  );
}

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

/** Shows a receiver: its state, its actions, and its deliveries on demand. */
function WebhookCard({ webhook, mayWrite }: { readonly webhook: Webhook; readonly mayWrite: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { host } = new URL(webhook.url);
  return (
    <Paper component="article" withBorder p="md" mb="md" aria-label={host}>
      <Title order={3} size="h5" className={classes.address}>
        {webhook.url}
      </Title>
      <Text size="sm">{stateWords(webhook)}</Text>
      <Text size="sm" c="dimmed">
        Hears of: {webhook.events.map(eventWords).join(', ')}
      </Text>
      {mayWrite && <WebhookActions webhook={webhook} onTested={() => setOpen(true)} />}
      <Button
        variant="default"
        size="xs"
        mt="sm"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} what was sent to ${host}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide what was sent' : 'Show what was sent'}
      </Button>
      {isOpen && <DeliveryTable webhookId={webhook.id} mayWrite={mayWrite} />}
    </Paper>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly onTested: () => void;
}

function WebhookActions({ webhook: { id, enabled }, onTested }: ActionsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const path = { params: { path: { webhookId: id } } };
  const test = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/webhooks/{webhookId}/test', path)),
    onSuccess: async () => {
      onTested();
      await refresh();
    },
  });
  const rotate = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/webhooks/{webhookId}/rotate-secret', path)),
    onSuccess: refresh,
  });
  const change = useMutation({
    mutationFn: () => answerOf(api.PATCH('/v1/webhooks/{webhookId}', { ...path, body: { enabled: !enabled } })),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/webhooks/{webhookId}', path)),
    onSuccess: refresh,
  });
  const failed = test.error ?? rotate.error ?? change.error ?? remove.error;
  return (
    <>
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" loading={test.isPending} disabled={!enabled} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button variant="default" size="xs" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Make a new secret
        </Button>
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate()}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        {isAsking ? (
          <>
            <Button color="red" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete it for good
            </Button>
            <Button variant="default" size="xs" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
      </Group>
      {failed !== null && <ProblemNotice error={failed} />}
      {rotate.data !== undefined && (
        <>
          <SecretNotice secret={rotate.data.secret} />
          <Text size="sm" mt="xs">
            The secret before it still works for 24 hours.
          </Text>
        </>
      )}
    </>
  );
}

const DELIVERIES_SHOWN = 20;
/** The milliseconds after which deliveries are loaded again while a delivery has not ended. */
const ASK_AGAIN_MS = 3_000;

/** The latest deliveries of a webhook, with a way to send each again. */
function DeliveryTable({ webhookId, mayWrite }: { readonly webhookId: string; readonly mayWrite: boolean }) {
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
