import { Alert, Button, Title } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconArrowUpRight from '@tabler/icons-react/icons/IconArrowUpRight';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-session.ts';
import classes from './event-notices.module.css';
import type { CarrierEvent, Home } from './use-home.ts';

type Decision = 'accept' | 'dispute';

interface Decided {
  readonly carrierName: string;
  readonly decision: Decision;
  readonly kind: CarrierEvent['kind'];
}

/** The changes that carriers made for many members at once, each to be accepted or disputed. */
export function EventNotices({ home: { events, carriers } }: { readonly home: Home }) {
  const [decided, setDecided] = useState<Decided | null>(null);
  if (events.length === 0 && decided === null) return null;
  const names = new Map(carriers.map(({ carrierId, carrierName }) => [carrierId, carrierName]));
  return (
    <section className={classes.events} aria-labelledby="events">
      <Title order={2} size="h4" id="events" className={classes.title}>
        What carriers changed
      </Title>
      {decided !== null && <DecidedNotice key={decided.carrierName} {...decided} />}
      <ul className={classes.list}>
        {events.map((event) => {
          const carrierName = names.get(event.carrierId) ?? 'A carrier';
          const decide = (decision: Decision) => setDecided({ carrierName, decision, kind: event.kind });
          return <EventNotice key={event.id} event={event} carrierName={carrierName} onDecided={decide} />;
        })}
      </ul>
    </section>
  );
}

/** Says what a decision did. It takes the keyboard focus, because the pressed button is gone with its notice. */
function DecidedNotice({ carrierName, decision, kind }: Decided) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert color="green" title={carrierName} role="status" tabIndex={-1} ref={notice}>
      {decision === 'dispute' && (
        <>
          It is kept as wrong. The letter to the carrier is under <TextLink to="/ask">Money to ask</TextLink>.
        </>
      )}
      {decision === 'accept' &&
        (kind === 'members_left'
          ? 'It is noted that they left.'
          : kind === 'shared_finding'
            ? 'It is noted that this carrier pays so. Later months make no warning of it.'
            : 'The new rate is stored. It is what these members should be paid from now on.')}
    </Alert>
  );
}

const ACCEPT_WORDS: Readonly<Record<CarrierEvent['kind'], string>> = {
  pay_reduced: 'It is right: this is the new rate',
  pay_increased: 'It is right: this is the new rate',
  members_left: 'It is right: they left',
  shared_finding: 'It is right: this is how they pay',
};

interface EventNoticeProps {
  readonly event: CarrierEvent;
  readonly carrierName: string;
  readonly onDecided: (decision: Decision) => void;
}

function EventNotice({ event, carrierName, onDecided }: EventNoticeProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const canAccept = event.rateValue !== null || event.kind === 'members_left' || event.kind === 'shared_finding';
  const isMore = event.kind === 'pay_increased';
  const Icon = isMore ? IconArrowUpRight : IconAlertTriangle;
  const queries = useQueryClient();
  const params = { path: { eventId: event.id } };
  const decide = useMutation({
    mutationFn: async (decision: Decision) => {
      if (decision === 'accept') await answerOf(api.POST('/v1/carrier-events/{eventId}/accept', { params }));
      else await answerOf(api.POST('/v1/carrier-events/{eventId}/dispute', { params }));
    },
    onSuccess: async (_, decision) => {
      await queries.invalidateQueries();
      onDecided(decision);
    },
  });
  return (
    <li className={classes.event}>
      <Icon size={18} stroke={1.75} color={`var(--kind-${isMore ? 'more' : 'check'})`} aria-hidden />
      <p>
        <b>{carrierName}</b> {event.detail}
        {/* Nobody looks for a button that cannot be there. */}
        {mayChange && !canAccept && event.noRateReason !== null && (
          <span className={classes.reason}> {event.noRateReason} If it is right, there is nothing to do.</span>
        )}
      </p>
      <div className={`${classes.buttons} no-print`}>
        {mayChange && canAccept && (
          <Button
            size="compact-sm"
            variant="default"
            loading={decide.isPending}
            onClick={() => decide.mutate('accept')}
          >
            {ACCEPT_WORDS[event.kind]}
          </Button>
        )}
        {mayChange && !isMore && (
          <Button
            size="compact-sm"
            variant="default"
            loading={decide.isPending}
            onClick={() => decide.mutate('dispute')}
          >
            It is wrong: ask the carrier
          </Button>
        )}
      </div>
      {decide.error !== null && <ProblemNotice error={decide.error} />}
    </li>
  );
}
