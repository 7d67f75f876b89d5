import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { type CarrierEvent, useHome } from '../month/use-home.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-session.ts';
import classes from './change-panel.module.css';

const ACCEPT_WORDS: Readonly<Record<CarrierEvent['kind'], string>> = {
  pay_reduced: 'It is right: this is the new rate',
  pay_increased: 'It is right: this is the new rate',
  members_left: 'It is right: they left',
  shared_finding: 'It is right: this is how they pay',
};

/** Returns whether the service accepts the event: where one rate follows, or no rate is needed. */
const isAcceptable = ({ rateValue, kind }: Pick<CarrierEvent, 'rateValue' | 'kind'>): boolean =>
  rateValue !== null || kind === 'members_left' || kind === 'shared_finding';

interface AcceptEventProps {
  readonly eventId: string;
  readonly period: string;
  /** Leaves out the sentence about the event. */
  readonly isShort?: boolean;
}

/** Accepts the event of the carrier that a change is part of, while nobody has decided about it. */
export function AcceptEvent({ eventId, period, isShort = false }: AcceptEventProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const queries = useQueryClient();
  const { data: home } = useHome(period);
  const event = home?.events.find(({ id }) => id === eventId);
  const accept = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/carrier-events/{eventId}/accept', { params: { path: { eventId } } })),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (event === undefined) return null;
  return (
    <>
      {!isShort && (
        <>
          <h3>Part of what the carrier changed for many</h3>
          <p>{event.detail}</p>
        </>
      )}
      {mayChange && isAcceptable(event) && (
        <div className={isShort ? undefined : classes.buttons}>
          <Button size="xs" variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
            {ACCEPT_WORDS[event.kind]}
          </Button>
        </div>
      )}
      {accept.error !== null && <ProblemNotice title="The change was not accepted" error={accept.error} />}
    </>
  );
}
