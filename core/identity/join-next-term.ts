import { addMonths, periodOfDate } from '../period.ts';
import type { PriorRow } from '../scoring/scored-row.ts';
import type { StatementLine } from '../statement/line.ts';
import type { Join } from './join-by-second-id.ts';
import { personKey } from './person.ts';

/**
 * Joins the terms of a policy whose number changes at the renewal (docs/howto/join-two-ids-of-a-member.md#renewals-under-another-number),
 * for carriers that pay by the policy's term.
 */

type TermLine = { readonly memberRefId: string } & Pick<
  StatementLine,
  | 'memberExternalId'
  | 'memberName'
  | 'effectiveDate'
  | 'agentId'
  | 'agentName'
  | 'productType'
  | 'planCode'
  | 'planName'
>;

/**
 * Joins a newcomer with the earlier policy of the same name, product and agent whose paid term ends when the newcomer's term begins, on the
 * same day of the month. A name with two policies of the product in either month is joined with nobody. The caller drops joins with members
 * who are still on the statement.
 */
export function joinNextTerm({
  baseline,
  lines,
  newcomers,
}: {
  readonly baseline: readonly PriorRow[];
  readonly lines: readonly TermLine[];
  /** Ids of the members who are in no earlier month and are not joined by another rule. */
  readonly newcomers: ReadonlySet<string>;
}): readonly Join[] {
  const before = Map.groupBy(
    baseline.filter(({ status }) => status !== 'red'),
    ({ profile }) => policyKey(profile),
  );
  const joins: Join[] = [];
  for (const [key, own] of Map.groupBy(lines, policyKey)) {
    const [line] = own;
    const [prior, ...others] = key === null ? [] : (before.get(key) ?? []);
    if (line === undefined || prior === undefined || others.length > 0 || !newcomers.has(line.memberRefId)) continue;
    if (!own.every((each) => each.memberRefId === line.memberRefId && beginsAfter(each, prior))) continue;
    const { memberRefId: aliasRefId, memberExternalId: aliasExternalId } = line;
    joins.push({ aliasRefId, aliasExternalId, memberRefId: prior.memberRefId });
  }
  return joins;
}

/** Returns the key that the policies of one person and product share; null where the name or the product is not known. */
function policyKey(fields: Omit<TermLine, 'memberRefId' | 'memberExternalId' | 'effectiveDate'>): string | null {
  const { memberName, agentId, agentName, productType, planCode, planName } = fields;
  const name = personKey(memberName);
  const product = productType ?? planCode ?? planName;
  return name === null || product === null ? null : JSON.stringify([name, product, agentId ?? agentName]);
}

/** Returns whether the line's term begins in the month after the last paid one, and on the day on which the term before it began. */
function beginsAfter({ effectiveDate }: TermLine, { paidThrough, profile }: PriorRow): boolean {
  if (effectiveDate === null || paidThrough === null || profile.effectiveDate === null) return false;
  const dayOf = (date: string) => date.slice(-2);
  return (
    periodOfDate(effectiveDate) === addMonths(periodOfDate(paidThrough), 1) &&
    dayOf(effectiveDate) === dayOf(profile.effectiveDate)
  );
}
