import { millionthsToDecimal, moneyToDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import {
  type CarrierEvent,
  type CarrierEventKind,
  compareEvents,
  type EventScope,
  type EventState,
} from '../../../core/scoring/events/carrier-event.ts';
import type { RateType } from '../../../core/scoring/expected.ts';
import type { SignalCode } from '../../../core/scoring/signal.ts';
import { carrierEvents } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { type BookScope, ofBook, ofPeriod, type WriterScope } from './book-scope.ts';

/** Reads and writes the carrier events of a book. Decisions about events are in carrier-event-store.ts. */

/** Columns of table `e` for an event, without its book and its decision. */
export const carrierEventColumns = (sql: Sql) => sql`
  e.event_id as id, e.kind, e.scope_field as scope, nullif(e.scope_value, '') as "scopeValue", e.members, e.compared,
  (100 * (e.ratio - 1))::float8 as "changePercent", round(e.amount, 2)::float8 as amount, e.detail, e.code,
  e.each_amount::float8 as "eachAmount", e.asked_in as "askedIn"`;

/** Columns of table `e` for an event with its book and its decision. */
export const carrierEventRecordColumns = (sql: Sql) => sql`
  ${carrierEventColumns(sql)}, e.workspace_id as "workspaceId", e.carrier_id as "carrierId", e.period,
  e.rate_type as "rateType", e.rate_value::float8 as "rateValue", e.no_rate_reason as "noRateReason", e.state,
  e.rate_id as "rateId", e.decided_at as "decidedAt", e.dispute_id as "disputeId"`;

/** Order of events: pay increases last, then the events with the most members first. */
export const carrierEventOrder = (sql: Sql) => sql`e.kind = 'pay_increased', e.members desc, e.event_id`;

/**
 * Replaces the events of a period. An event that is found again keeps its id. It keeps its decision only if its figures are the same,
 * because the decision was about those figures.
 */
export async function saveCarrierEvents(
  scope: WriterScope,
  period: Period,
  events: readonly CarrierEvent[],
): Promise<void> {
  const { sql, key, writer } = scope;
  const wanted = JSON.stringify(events.map(storedEvent));
  await writer.send(
    () => sql`
      delete from ${carrierEvents} ${ofPeriod(scope, period)}
        and (kind, scope_field, scope_key) not in (
          select e.kind, e.scope_field, e.scope_key
          from jsonb_to_recordset(${wanted}::text::jsonb) as e (kind text, scope_field text, scope_key text))`,
  );
  if (events.length === 0) return;
  await writer.send(
    () => sql`
      insert into ${carrierEvents} as known (event_id, account_id, workspace_id, carrier_id, period, kind, scope_field, scope_value,
        scope_key, members, compared, ratio, amount, rate_type, rate_value, no_rate_reason, detail, code, each_amount, asked_in)
      select gen_random_uuid(), ${key.accountId}::uuid, ${key.workspaceId}::uuid, ${key.carrierId}::uuid, ${period}::period, e.*
      from jsonb_to_recordset(${wanted}::text::jsonb) as e (kind text, scope_field text, scope_value text, scope_key text,
        members integer, compared integer, ratio numeric, amount numeric, rate_type text, rate_value numeric,
        no_rate_reason text, detail text, code text, each_amount numeric, asked_in period)
      on conflict (workspace_id, carrier_id, period, kind, scope_field, scope_key) do update set
        scope_value = excluded.scope_value, members = excluded.members, compared = excluded.compared, ratio = excluded.ratio,
        amount = excluded.amount, rate_type = excluded.rate_type, rate_value = excluded.rate_value,
        no_rate_reason = excluded.no_rate_reason, detail = excluded.detail, each_amount = excluded.each_amount,
        asked_in = excluded.asked_in,
        state = case when ${isSameChange(sql)} then known.state else 'open' end,
        rate_id = case when ${isSameChange(sql)} then known.rate_id end,
        decided_at = case when ${isSameChange(sql)} then known.decided_at end,
        dispute_id = case when ${isSameChange(sql)} then known.dispute_id end`,
  );
}

/**
 * Makes the condition that a decision still covers the event: its figures are the same, or at most as many members left. `isSameMatter`
 * says the same of shared findings.
 */
const isSameChange = (sql: Sql) => sql`
  known.ratio is not distinct from excluded.ratio and known.each_amount is not distinct from excluded.each_amount
  and (known.ratio is not null or known.kind = 'shared_finding' or excluded.members <= known.members)`;

function storedEvent(event: CarrierEvent) {
  const { kind, scope, members, compared, ratioMillionths, rate, noRateReason, detail, shared } = event;
  return {
    kind,
    scope_field: scope.field,
    scope_value: scope.value,
    scope_key: storedKey(scope.key, shared?.code ?? null),
    members,
    compared,
    ratio: ratioMillionths === null ? null : millionthsToDecimal(ratioMillionths),
    amount: moneyToDecimal(event.amount),
    rate_type: rate?.rateType ?? null,
    rate_value: rate === null ? null : millionthsToDecimal(rate.rateMillionths),
    no_rate_reason: noRateReason,
    detail,
    code: shared?.code ?? null,
    each_amount: shared === null || shared.each === null ? null : moneyToDecimal(shared.each),
    asked_in: shared?.askedIn ?? null,
  };
}

/** Puts the code of a shared finding before the key of its scope, because an event is known by its kind and its scope. */
const storedKey = (key: string, code: SignalCode | null): string => (code === null ? key : `${code} ${key}`);

/** Returns the text that names an event within its book and month, as `eventKeyColumn` selects it. */
export const storedEventKey = ({ kind, scope, shared }: CarrierEvent): string =>
  `${kind} ${scope.field} ${storedKey(scope.key, shared?.code ?? null)}`;

/** Selects the text of `storedEventKey` from table `e`. */
export const eventKeyColumn = (sql: Sql) => sql`e.kind || ' ' || e.scope_field || ' ' || e.scope_key`;

interface EventRow {
  kind: CarrierEventKind;
  period: Period;
  scope_field: EventScope['field'];
  scope_value: string;
  scope_key: string;
  members: number;
  compared: number;
  ratio_millionths: number | null;
  /** Ten-thousandths of a dollar. */
  amount: number;
  rate_type: RateType | null;
  rate_millionths: number | null;
  no_rate_reason: string | null;
  detail: string;
  code: SignalCode | null;
  /** Ten-thousandths of a dollar. */
  each: number | null;
  asked_in: Period | null;
  state: EventState;
}

/** Loads the events of all periods of the book, in the order of events. */
export async function loadCarrierEvents(scope: BookScope): Promise<readonly CarrierEvent[]> {
  const rows = await scope.sql<EventRow[]>`
    select kind, period, scope_field, scope_value, scope_key, members, compared, (ratio * 1000000)::float8 as ratio_millionths,
      (amount * 10000)::float8 as amount, rate_type, (rate_value * 1000000)::float8 as rate_millionths, no_rate_reason, detail,
      code, (each_amount * 10000)::float8 as each, asked_in, state
    from ${carrierEvents} where ${ofBook(scope)}`;
  const events = rows.map((row) => ({
    kind: row.kind,
    period: row.period,
    scope: { field: row.scope_field, value: row.scope_value, key: row.scope_key.slice(storedKey('', row.code).length) },
    members: row.members,
    compared: row.compared,
    ratioMillionths: row.ratio_millionths,
    amount: row.amount,
    rate:
      row.rate_type === null || row.rate_millionths === null
        ? null
        : { rateType: row.rate_type, rateMillionths: row.rate_millionths },
    noRateReason: row.no_rate_reason,
    detail: row.detail,
    shared:
      row.code === null
        ? null
        : {
            code: row.code,
            each: row.each,
            askedIn: row.asked_in ?? row.period,
            isAccepted: row.state === 'accepted',
          },
  }));
  return events.sort(compareEvents);
}

/**
 * Takes back the acceptance of the events that stored a rate, because the rate is deleted. An event that was disputed before it was
 * accepted is disputed again.
 */
export async function takeBackAcceptance(sql: Sql, accountId: string, rateId: string): Promise<void> {
  await sql`
    update ${carrierEvents}
    set state = case when dispute_id is null then 'open' else 'disputed' end, rate_id = null,
      decided_at = case when dispute_id is not null then decided_at end
    where account_id = ${accountId} and rate_id = ${rateId} and state = 'accepted'`;
}
