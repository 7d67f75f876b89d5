import type { DisputeDecision } from '../../../app/carrier-events/carrier-event-ports.ts';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { Claim } from '../../../core/report/claim.ts';
import type { SignalCode } from '../../../core/scoring/signal.ts';
import { carrierEvents, scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { heldClaims, saveDispute } from '../disputes/dispute-store.ts';
import { readFindings } from '../reads/claim-reads.ts';
import { disputedEventsOfRow, eventsOfRow } from '../reads/disputed-cut.ts';

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
export async function openEventDispute(
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
