import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import { counted, dollars, monthName, sharePercent } from '../wording.ts';
import type { CarrierEvent, EventScope } from './carrier-event.ts';
import type { WarnedCode } from './finding-table.ts';
import { scopeClause } from './pay-events.ts';

/** The words of shared findings: the sentence of an event, and the clause by which a member's signal names it. */

/** The facts about an event that its words tell. */
export interface SharedMatter {
  readonly code: WarnedCode;
  readonly scope: EventScope;
  /** The number of members, those of earlier months included. */
  readonly members: number;
  /** The number of members in the scope that names the event. */
  readonly inScope: number;
  readonly compared: number;
  readonly ratio: number | null;
  readonly each: Money | null;
  /** The first month of warnings that add up month after month; null for warnings of one period alone. */
  readonly since: Period | null;
}

/** Words for the matter that members of an event share, as a verb that follows "8 of 12 members". */
const WORDS_OF: Readonly<Record<WarnedCode, string>> = {
  COMMISSION_REDUCED: 'are paid less',
  UNDERPAID: 'are paid less than is due',
  RATE_CHANGED: 'are paid by a lower rate',
  ZERO_COMMISSION: 'are on the statement, but paid nothing',
  MISSED_MONTHS: 'are paid again, but not for the months between',
  DUPLICATE_PAYMENT: 'are paid by lines that repeat another line',
  CHARGEBACK_DUPLICATE: 'are charged back what was charged back before',
  CHARGEBACK_EXCEEDS_PAID: 'are charged back more than was paid',
  CHARGEBACK_UNMATCHED: 'are charged back what no loaded statement shows as paid',
  CHARGEBACK_ON_ACTIVE: 'are charged back while they are still paid',
  NEGATIVE_NET: 'have more taken back than paid',
  REINSTATED_NOT_REPAID: 'are paid again without what was taken back',
  ABOVE_CMS_MAX: 'are paid more than the CMS maximum',
  RETRO_TERMINATION: 'are told to have ended months before',
  RAPID_DISENROLLMENT: 'left within three months',
  AGENT_CHANGED: 'have another agent',
};

/** Codes whose dollars are short in each month from now on. */
const EVERY_MONTH: ReadonlySet<WarnedCode> = new Set(['COMMISSION_REDUCED', 'UNDERPAID']);

/**
 * Returns the sentence of an event: '8 of 8 members of plan "Gold" are paid 12 % instead of 16 % since Mar 2026: $61.40 a month.' `rates`:
 * the rates that all members' lines print, before and now; null where they differ or none is printed.
 */
export function sentenceOf(
  matter: SharedMatter,
  { period, amount, rates }: { readonly period: Period; readonly amount: Money; readonly rates: RatePair | null },
): string {
  const isLasting = EVERY_MONTH.has(matter.code) || matter.code === 'RATE_CHANGED' || matter.since !== null;
  const when = `${isLasting ? 'since' : 'in'} ${monthName(matter.since ?? period)}`;
  const money = amount === 0 ? '' : `: ${dollars(amount)}${EVERY_MONTH.has(matter.code) ? ' a month' : ''}`;
  return `${membersText(matter)} ${verbOf(matter, rates)} ${when}${money}.`;
}

export interface RatePair {
  readonly before: string;
  readonly now: string;
}

function verbOf({ code, ratio, each }: SharedMatter, rates: RatePair | null): string {
  if (rates !== null && (code === 'COMMISSION_REDUCED' || code === 'RATE_CHANGED'))
    return `are paid ${rates.now} instead of ${rates.before}`;
  if (ratio !== null && ratio < 1)
    return WORDS_OF[code].replace('less', `${sharePercent((1 - ratio) * 1_000_000)} less`);
  if (each !== null) return WORDS_OF[code].replace('less', `${dollars(each)} less each`);
  return WORDS_OF[code];
}

function membersText({ members, inScope, compared, scope }: SharedMatter): string {
  const most = inScope === members ? '' : ` (${inScope} of them${scopeClause(scope)})`;
  return `${members} of ${counted(compared, 'member')}${inScope === members ? scopeClause(scope) : most}`;
}

/** Returns the clause that follows a member's finding: 'as for 8 of 8 members of plan "Gold"'. */
export function clauseOf(matter: SharedMatter): string {
  return `as for ${membersText(matter)}${matter.since === null ? '' : ` since ${monthName(matter.since)}`}`;
}

/** Returns the clause that follows a finding that an earlier event covers. */
export function habitClause({ scope, period, members, shared }: CarrierEvent): string {
  if (shared?.isAccepted !== true) return `as for ${counted(members, 'member')} in ${monthName(period)}`;
  return `as accepted${scopeClause(scope)} since ${monthName(period)}`;
}

/** Returns the text by which a signal names its event within the book and period. */
export function eventKey({ scope, shared }: Pick<CarrierEvent, 'scope' | 'shared'>): string {
  return [shared?.code ?? '', scope.field, scope.key].join(' ').trim();
}
