import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { StatementRows } from '../member/statement-rows.tsx';
import { type CarrierEvent, useHome } from '../month/use-home.ts';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { ListPanel, PanelButtons } from '../parts/list-panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { money, monthName, shortMonthName, signedMoney } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './change-panel.module.css';
import { KindPill } from './changes-table.tsx';
import type { PayChange } from './changes-view.ts';
import { SamePersons } from './same-person.tsx';

interface ChangePanelProps {
  readonly change: PayChange;
  readonly previousPeriod: string | null;
  readonly onClose: () => void;
}

/** Shows one change beside the list: what happened in sentences, the months, the rows of the statements, and what can be done. */
export function ChangePanel({ change, previousPeriod, onClose }: ChangePanelProps) {
  const { agent } = useRights();
  const { memberRefId, memberName, memberExternalId, part, before, now, difference, period } = change;
  const name = memberName ?? memberExternalId ?? 'Money without a text';
  const facts = [
    change.carrierName,
    change.agentName ?? change.agentId,
    change.planName,
    change.policyNumber === null ? null : `Policy ${change.policyNumber}`,
    memberExternalId === null ? null : `Number ${memberExternalId}`,
  ].filter((text) => text !== null);
  return (
    <ListPanel label={`The change of ${name}`} title={name} lead={<KindPill part={part} />} onClose={onClose}>
      <p className={classes.quiet}>{facts.join(' · ')}</p>
      <dl className={classes.figures}>
        <div>
          <dt>{previousPeriod === null ? 'Before' : shortMonthName(previousPeriod)}</dt>
          <dd>{before === 0 ? '–' : money(before)}</dd>
        </div>
        <div>
          <dt>{shortMonthName(period)}</dt>
          <dd>{now === 0 ? '–' : money(now)}</dd>
        </div>
        <div>
          <dt>Difference</dt>
          <dd>
            <b>{signedMoney(difference)}</b>
          </dd>
        </div>
      </dl>
      {change.reason !== null && <p>{change.reason}</p>}
      {change.eventId !== null && agent === null && <AcceptEvent eventId={change.eventId} period={period} />}
      {memberRefId !== null && (
        <OfMember key={memberRefId} change={change} memberRefId={memberRefId} previousPeriod={previousPeriod} />
      )}
      {memberRefId === null && agent === null && (
        <p className={classes.quiet}>The statement prints this money without a member.</p>
      )}
    </ListPanel>
  );
}

interface OfMemberProps extends Pick<ChangePanelProps, 'change' | 'previousPeriod'> {
  readonly memberRefId: string;
}

function OfMember({ change, memberRefId, previousPeriod }: OfMemberProps) {
  const api = useApi();
  const { mayChange, agent } = useRights();
  const { period, carrierId, part, reason } = change;
  const { data: timeline, error } = useQuery({
    queryKey: ['timeline', memberRefId],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/timeline', { params: { path: { memberRefId } } })),
  });
  const months = timeline?.data ?? [];
  const shown = months.find((month) => month.period === period);
  const sentences = (shown?.signals ?? [])
    .map(({ detail }) => detail)
    .filter((text) => reason?.includes(text) !== true);
  return (
    <>
      {error !== null && <ProblemNotice title="The months could not be loaded" error={error} />}
      {sentences.length > 0 && (
        <ul className={classes.sentences}>
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {agent === null && <Claims memberRefId={memberRefId} period={period} />}
      {mayChange && (part === 'gone' || part === 'new') && (
        <SamePersons carrierId={carrierId} period={period} member={change} />
      )}
      {timeline === undefined ? <Skeleton height={72} /> : <MonthsInSmall months={months} period={period} />}
      {agent === null && (
        <>
          <h3>{monthName(period)} on the statement</h3>
          <StatementRows memberRefId={memberRefId} period={period} />
          {previousPeriod !== null && (
            <>
              <h3>{monthName(previousPeriod)} on the statement</h3>
              <StatementRows memberRefId={memberRefId} period={previousPeriod} />
            </>
          )}
        </>
      )}
      <PanelButtons>
        <LinkButton to="/members/$id" params={{ id: memberRefId }} variant="default" size="xs">
          Open the person's page
        </LinkButton>
      </PanelButtons>
    </>
  );
}

const MONTHS_SHOWN = 12;
/** The least number of months whose bars say more than the amounts above them. */
const BARS_MIN = 3;

interface MonthsInSmallProps {
  readonly months: readonly Schema<'TimelineEntry'>[];
  readonly period: string;
}

/**
 * Shows a small bar for each of the last months, if there are some and they differ; money that was taken back is below the line. A screen
 * reader gets a sentence.
 */
function MonthsInSmall({ months, period }: MonthsInSmallProps) {
  const shown = months.slice(-MONTHS_SHOWN);
  const [first, last] = [shown.at(0), shown.at(-1)];
  const amounts = shown.map(({ commissionAmount }) => commissionAmount);
  if (first === undefined || last === undefined || shown.length < BARS_MIN || new Set(amounts).size === 1) return null;
  const [most, least] = [Math.max(...amounts, 0.01), Math.min(...amounts, 0)];
  const share = (dollars: number) => `${(100 * Math.abs(dollars)) / (most - least)}%`;
  return (
    <>
      <h3>Months</h3>
      <div className={classes.bars} aria-hidden>
        {shown.map((month) => (
          <span
            key={month.period}
            className={classes.place}
            title={`${monthName(month.period)}: ${money(month.commissionAmount)}`}
          >
            <span
              className={classes.bar}
              style={{
                bottom: share(Math.min(month.commissionAmount, 0) - least),
                height: share(month.commissionAmount),
              }}
              {...(month.period === period && { 'data-shown': true })}
            />
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{shortMonthName(first.period)}</span>
        <span>{shortMonthName(last.period)}</span>
      </div>
      <p className="visually-hidden">
        {shown.map((month) => `${monthName(month.period)} ${money(month.commissionAmount)}`).join(', ')}
      </p>
    </>
  );
}

/** The claims for the person in the month, with the way to ask for them. */
function Claims({ memberRefId, period }: { readonly memberRefId: string; readonly period: string }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['recoverable', 'member', memberRefId, period],
    queryFn: () =>
      answerOf(
        api.GET('/v1/reports/recoverable', {
          params: { query: { memberRefIds: memberRefId, from: period, to: period } },
        }),
      ),
  });
  if (data === undefined || data.data.length === 0) return null;
  const isOpen = data.data.some(({ disputeId }) => disputeId === null);
  return (
    <>
      <h3>To ask for</h3>
      {data.data.map(({ claimId, amount, ask, disputeId }) => (
        <p key={claimId}>
          <b>{money(amount)}</b> {ask} {disputeId !== null && <TextLink to="/ask">Asked for already.</TextLink>}
        </p>
      ))}
      {isOpen && (
        <PanelButtons>
          <LinkButton to="/ask" search={{ members: memberRefId }} size="xs" variant="default">
            Ask the carrier for it
          </LinkButton>
        </PanelButtons>
      )}
    </>
  );
}

interface SelectionBarProps {
  /** The members of the selected rows. */
  readonly memberRefIds: readonly string[];
  /** The event that all selected rows are part of; null where they have none in common. */
  readonly eventId: string | null;
  readonly period: string;
  readonly onClear: () => void;
}

/** Actions on the selected rows. */
export function SelectionBar({ memberRefIds, eventId, period, onClear }: SelectionBarProps) {
  return (
    <section className={`${classes.selection} no-print`} aria-label="Selected rows">
      <b>{memberRefIds.length} selected</b>
      <LinkButton to="/ask" search={{ members: memberRefIds.join(',') }} size="xs">
        Ask for them
      </LinkButton>
      {eventId !== null && <AcceptEvent eventId={eventId} period={period} isShort />}
      <Button size="xs" variant="default" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

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
function AcceptEvent({ eventId, period, isShort = false }: AcceptEventProps) {
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
        <div>
          <Button size="xs" variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
            {ACCEPT_WORDS[event.kind]}
          </Button>
        </div>
      )}
      {accept.error !== null && <ProblemNotice title="The change was not accepted" error={accept.error} />}
    </>
  );
}
