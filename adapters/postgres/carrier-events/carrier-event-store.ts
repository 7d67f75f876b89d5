import { and, eq } from 'drizzle-orm';
import type {
  AcceptDecision,
  AcceptedEvent,
  CarrierEventFilter,
  CarrierEventStore,
  DisputeDecision,
} from '../../../app/carrier-events/decide-carrier-events.ts';
import type { CarrierEventRecord } from '../../../app/reads/carrier-event-record.ts';
import type { OffsetPage, OffsetPosition } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { carrierEventChanged, unknownCarrierEvent } from '../../../core/refusals.ts';
import type { Claim } from '../../../core/report/claim.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import type { EventSituation } from '../../../core/scoring/events/carrier-event.ts';
import type { SignalCode } from '../../../core/scoring/signal.ts';
import { books } from '../../../schema/book.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { carrierEvents, scoredRows } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfQuery, timeOrder } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { heldClaims, saveDispute } from '../disputes/dispute-store.ts';
import { refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { carrierEventOrder, carrierEventRecordColumns } from '../queries/carrier-events.ts';
import { disputedEventsOfRow, eventsOfRow, readFindings } from '../queries/claim-reads.ts';
import { hasBounds, rateFirstDay } from '../queries/expected-rate-rows.ts';
import { lockRates, rescoreReached, setRate } from '../rates/set-rate.ts';

/** Reads carrier events and stores decisions about them. */
export function createCarrierEventStore(database: Database): CarrierEventStore {
  return {
    list: (accountId, filter, page) => database.read(accountId, (sql) => listEvents(sql, { accountId, filter, page })),
    accept: (command, decision) =>
      orRolledBack(database.tenant(command.accountId, (sql) => acceptEvent(sql, command, decision))),
    dispute: (command, decision) =>
      orRolledBack(database.tenant(command.accountId, (sql) => disputeEvent(sql, command, decision))),
  };
}

async function orRolledBack<T>(decision: Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof RolledBack) return error.refused;
    throw error;
  }
}

async function listEvents(
  sql: Sql,
  {
    accountId,
    filter,
    page,
  }: { readonly accountId: string; readonly filter: CarrierEventFilter; readonly page: OffsetPosition },
): Promise<OffsetPage<CarrierEventRecord> | Refused> {
  const refused = await refuseUnknownBook(sql, accountId, filter);
  if (refused !== null) return refused;
  const conditions = [
    sql`where e.account_id = ${accountId}`,
    ...whenSet(filter.period, (period) => sql`and e.period = ${period}`),
    ...whenSet(filter.carrierId, (carrierId) => sql`and e.carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and e.workspace_id = ${workspaceId}`),
    ...whenSet(filter.state, (state) => sql`and e.state = ${state}`),
  ];
  const rows = await sql<CarrierEventRecord[]>`
    select ${carrierEventRecordColumns(sql)} from ${carrierEvents} e ${conditions}
    order by e.period ${timeOrder(sql, filter.sort)}, e.carrier_id, ${carrierEventOrder(sql)}
    limit ${page.limit + 1} offset ${page.offset}`;
  return countedPage(rows, page, () => countOfQuery(sql, sql`select from ${carrierEvents} e ${conditions}`));
}

type Command = Parameters<CarrierEventStore['accept']>[0];

async function readEvent(sql: Sql, { accountId, eventId }: Command): Promise<FoundEvent | null> {
  const [found] = await sql<FoundEvent[]>`
    select ${carrierEventRecordColumns(sql)}, e.rate_value::text as "rateText", exists (
        select 1 from ${expectedRates} r
        where r.account_id = ${accountId} and r.carrier_id = e.carrier_id and r.source = 'contracted'
          and coalesce(${rateFirstDay(sql)} <= (e.period || '-01')::date, true)
          and (r.effective_to is null or r.effective_to >= (e.period || '-01')::date)
          and case e.scope_field
            when 'plan_code' then upper(r.plan_code) = upper(e.scope_value) and (r.tier is not null or r.state is not null or ${hasBounds(sql)})
            else r.plan_code is not null or r.tier is not null or r.state is not null or ${hasBounds(sql)} end
      ) as "hasCloserRate"
    from ${carrierEvents} e where e.account_id = ${accountId} and e.event_id = ${eventId}`;
  return found ?? null;
}

interface FoundEvent extends CarrierEventRecord {
  readonly rateText: string | null;
  readonly hasCloserRate: boolean;
}

function situationOf({ kind, state, rateType, noRateReason, hasCloserRate }: FoundEvent): EventSituation {
  return { kind, state, hasRate: rateType !== null, noRateReason, hasCloserRate };
}

function recordOf({ rateText: _text, hasCloserRate: _closer, ...record }: FoundEvent): CarrierEventRecord {
  return record;
}

/**
 * Accepts an event. The books are locked only while their periods are rescored, so a job may replace the event before that. The event is
 * therefore looked up again at the end, and the transaction is rolled back when it has gone.
 */
async function acceptEvent(
  sql: Sql,
  command: Command,
  { refuse: refuseAccept, rateOf, rescoredFrom, rules }: AcceptDecision,
): Promise<AcceptedEvent | Refused> {
  const { accountId, eventId, origin } = command;
  const seen = await readEvent(sql, command);
  if (seen === null) return unknownCarrierEvent();
  const { carrierId, period } = seen;
  // Decisions about one carrier wait for each other, so that the second of two concurrent ones finds the event accepted.
  await lockRates(sql, accountId, carrierId);
  const found = await readEvent(sql, command);
  if (found === null) return unknownCarrierEvent();
  if (found.state === 'accepted') return { event: recordOf(found), rate: null, rescoredPeriods: 0, jobIds: [] };
  const refused = refuseAccept(situationOf(found));
  if (refused !== null) return refused;
  const { rateType, rateText, changePercent } = found;
  const rate = rateOf(found);
  const from = rescoredFrom(found);
  const decide = async (rateId: string | null) => {
    const decided = await sql`
      update ${carrierEvents} set state = 'accepted', rate_id = ${rateId}, decided_at = clock_timestamp()
      where account_id = ${accountId} and event_id = ${eventId} and rate_type is not distinct from ${rateType}
        and rate_value is not distinct from ${rateText}::numeric`;
    if (decided.count === 0) throw new RolledBack(carrierEventChanged());
  };
  const set = rate === null ? NO_RATE_SET : await setRate(sql, { accountId, rate, origin }, rules);
  if (isRefused(set)) return set;
  const rateId = set.rate?.id ?? null;
  // The books are locked before the event, in the order of jobs, and are scored by the decision.
  const onReached = () => decide(rateId);
  const rescored =
    from === null
      ? null
      : await rescoreReached(sql, { ...{ accountId, carrierId, from }, origin, onReached }, rules.rescore);
  if (rescored === null) await decide(rateId);
  const meta = { carrierId, period, rateId, changePercent };
  await recordAudit(sql, { accountId, origin, action: 'carrier_event.accept', target: eventId, meta });
  const event = await readEvent(sql, command);
  if (event === null) throw new RolledBack(carrierEventChanged());
  return { event: recordOf(event), ...set, ...rescored };
}

const NO_RATE_SET = { rate: null, rescoredPeriods: 0, jobIds: [] } as const;

/** Disputes an event. The lock on the book waits for jobs under way, so that event and claims come from one scoring. */
async function disputeEvent(
  sql: Sql,
  command: Command,
  { refuse: refuseDispute, rulesOf }: DisputeDecision,
): Promise<CarrierEventRecord | Refused> {
  const { accountId, eventId, origin } = command;
  const seen = await readEvent(sql, command);
  if (seen === null) return unknownCarrierEvent();
  await lockRates(sql, accountId, seen.carrierId);
  await sql`
    select 1 from ${books}
    where account_id = ${accountId} and workspace_id = ${seen.workspaceId} and carrier_id = ${seen.carrierId} for share`;
  const found = await readEvent(sql, command);
  if (found === null) return unknownCarrierEvent();
  if (found.state === 'disputed') return recordOf(found);
  const refused = refuseDispute(situationOf(found));
  if (refused !== null) return refused;
  const [decided] = await orm(sql)
    .update(carrierEvents)
    .set({ state: 'disputed', decidedAt: clockTime })
    .where(and(eq(carrierEvents.accountId, accountId), eq(carrierEvents.eventId, eventId)))
    .returning({ eventId: carrierEvents.eventId });
  if (decided === undefined) return unknownCarrierEvent();
  const disputeId = await openEventDispute(sql, { accountId, eventId, rulesOf, origin });
  if (isRefused(disputeId)) throw new RolledBack(disputeId);
  await orm(sql)
    .update(carrierEvents)
    .set({ disputeId })
    .where(and(eq(carrierEvents.accountId, accountId), eq(carrierEvents.eventId, eventId)));
  const { carrierId, period, changePercent } = found;
  const meta = { carrierId, period, changePercent, disputeId };
  await recordAudit(sql, { accountId, origin, action: 'carrier_event.dispute', target: eventId, meta });
  const event = await readEvent(sql, command);
  return event === null ? unknownCarrierEvent() : recordOf(event);
}

/** Thrown to roll the decision back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly refused: Refused;
  constructor(refused: Refused) {
    super('A decision about a carrier event is rolled back.');
    this.refused = refused;
  }
}

interface DisputedEvent {
  readonly accountId: string;
  readonly eventId: string;
  readonly rulesOf: DisputeDecision['rulesOf'];
  readonly origin: RequestOrigin;
}

interface EventMember {
  readonly memberRefId: string;
  readonly period: Period;
  readonly code: SignalCode | null;
}

/** Opens a dispute for the money that the members of a disputed event did not get. Returns null when there is none. */
async function openEventDispute(
  sql: Sql,
  { accountId, eventId, rulesOf, origin }: DisputedEvent,
): Promise<string | null | Refused> {
  const members = await sql<EventMember[]>`
    select s.member_ref_id as "memberRefId", s.period, event.code
    from ${carrierEvents} event
    join ${scoredRows} s on s.account_id = event.account_id and s.workspace_id = event.workspace_id
      and s.carrier_id = event.carrier_id and s.period = event.period
    cross join lateral (
      select cut.event_id from (${eventsOfRow(sql, accountId)}) cut
      union select shared.event_id from (${disputedEventsOfRow(sql, accountId)}) shared
    ) e
    where event.account_id = ${accountId} and event.event_id = ${eventId} and e.event_id = event.event_id`;
  const [first] = members;
  if (first === undefined) return null;
  const memberRefIds = members.map(({ memberRefId }) => memberRefId);
  const claims: Claim[] = [];
  const rules = rulesOf(first);
  for await (const found of readFindings(sql, { accountId, memberRefIds }))
    claims.push(...found.flatMap(rules.claimsOf));
  const draft = rules.decide({ claims, held: await heldClaims(sql, accountId, claims) });
  if (draft === null) return null;
  const saved = await saveDispute(sql, { accountId, draft, origin, refuseHeld: rules.refuseHeld });
  return isRefused(saved) ? saved : saved.id;
}
