import { blockOf, countContinued, matchMembers } from '../../core/identity/continued-block.ts';
import { type ContinuedCount, continuedSentences } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';
import type { PeriodMembers } from '../../core/scoring/period-members.ts';
import type { StatementWarning } from '../../core/statement/line.ts';
import { monthName } from '../../core/wording.ts';
import type { BookIdentities } from './book-store.ts';

/**
 * Continues the members of a period whom the carrier gave new ids together. The result depends only on the lines of this and earlier
 * periods and on the links that people undid. A job takes the links of its and later months back before it scores them again.
 */

/** Files the lines of the block under its members. Returns null, and changes nothing, without a block. */
export async function continueBlock(
  identities: Pick<BookIdentities, 'loadLinks' | 'continueMembers'>,
  {
    period,
    baselinePeriod,
    members,
  }: {
    readonly period: Period;
    readonly baselinePeriod: Period;
    readonly members: PeriodMembers;
  },
): Promise<ContinuedCount | null> {
  const possible = matchMembers(members.inOrder());
  if (possible.pairs.length === 0) return null;
  const { linkedIds, followsBlock } = await identities.loadLinks(period);
  // An undone link proves the block as the others do, so that undoing one of five leaves four.
  const joins = blockOf(possible, { followsBlock }).filter(({ aliasRefId }) => !linkedIds.has(aliasRefId));
  if (joins.length === 0) return null;
  await identities.continueMembers(period, joins);
  return countContinued(members.inOrder(), joins, baselinePeriod);
}

/** Tells how many members continue, in the job's own month and in later months, which a job scores too. */
export function continuedBlockWarnings(
  rebuilt: readonly { readonly period: Period; readonly continued: ContinuedCount | null }[],
  own: Period,
): readonly StatementWarning[] {
  return rebuilt.flatMap(({ period, continued }) => {
    if (continued === null) return [];
    const sentences = continuedSentences(continued).join(' ');
    const detail = period === own ? sentences : `${monthName(period)}: ${sentences}`;
    return [{ code: 'members_continued' as const, detail }];
  });
}
