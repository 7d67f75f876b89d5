import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-rights.ts';
import classes from './month-overview.module.css';
import type { CarrierEvent, Home } from './use-home.ts';

/** The changes that carriers made for many members at once, each to be accepted or disputed. */
export function EventNotices({ home: { events, carriers } }: { readonly home: Home }) {
  if (events.length === 0) return null;
  const names = new Map(carriers.map(({ carrierId, carrierName }) => [carrierId, carrierName]));
  return (
    <Stack gap="sm">
      {events.map((event) => (
        <EventNotice key={event.id} event={event} carrierName={names.get(event.carrierId) ?? 'A carrier'} />
      ))}
    </Stack>
  );
}

interface EventNoticeProps {
  readonly event: CarrierEvent;
  readonly carrierName: string;
}

function EventNotice({ event, carrierName }: EventNoticeProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const queries = useQueryClient();
  const params = { path: { eventId: event.id } };
  const decide = useMutation({
    mutationFn: async (decision: 'accept' | 'dispute') => {
      if (decision === 'accept') await answerOf(api.POST('/v1/carrier-events/{eventId}/accept', { params }));
      else await answerOf(api.POST('/v1/carrier-events/{eventId}/dispute', { params }));
    },
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <Alert color={event.kind === 'pay_increased' ? 'blue' : 'orange'} title={carrierName}>
      <Text>{event.detail}</Text>
      <div className={`${classes.eventButtons} no-print`}>
        {mayChange && (event.rateValue !== null || event.kind === 'members_left') && (
          <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('accept')}>
            {event.kind === 'members_left' ? 'It is right: they left' : 'It is right: this is the new rate'}
          </Button>
        )}
        {mayChange && event.kind !== 'pay_increased' && (
          <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('dispute')}>
            It is wrong: ask the carrier
          </Button>
        )}
      </div>
      {decide.error !== null && <ProblemNotice error={decide.error} />}
    </Alert>
  );
}
