import type { Money } from '../../money.ts';
import type { Figures, WarnedCode } from './finding-table.ts';
import { includesRatio } from './pay-change.ts';
import { sharedRatio } from './shared-ratio.ts';

/** Finds the members whose warnings of one code share a figure. */

/** A member's warning of one code. */
export interface TalliedWarning {
  readonly code: WarnedCode;
  readonly memberRefId: string;
  /** Null for a code without figures. */
  readonly figures: Figures | null;
}

/** Members with a figure in common; `ratio` and `each` are null where they share another figure, or none is known. */
export interface Alike<Member extends TalliedWarning> {
  readonly members: readonly Member[];
  readonly ratio: number | null;
  readonly each: Money | null;
}

/** Returns the most members who share one figure: a ratio, else dollars, else a text. All are alike if the code has no figures. */
export function mostAlike<Member extends TalliedWarning>(warnings: readonly Member[]): Alike<Member> {
  const [first] = warnings;
  if (first === undefined || first.figures === null) return { members: warnings, ratio: null, each: null };
  let best: Alike<Member> = { members: [], ratio: null, each: null };
  const offer = (next: Alike<Member>) => {
    if (next.members.length > best.members.length) best = next;
  };
  for (const index of first.figures.ratios.keys()) {
    const ratio = sharedRatio(warnings.flatMap(({ figures }) => figures?.ratios[index] ?? []))?.ratio ?? null;
    if (ratio === null) continue;
    const members = warnings.filter(({ figures }) => includesRatio(figures?.ratios[index] ?? null, ratio));
    offer({ members, ratio, each: null });
  }
  const byEach = largestGroup(warnings, ({ figures }) => figures?.each ?? null);
  if (byEach !== null) offer({ members: byEach.members, ratio: null, each: byEach.value });
  const byText = largestGroup(warnings, ({ figures }) => figures?.text ?? null);
  if (byText !== null) offer({ members: byText.members, ratio: null, each: null });
  return best;
}

function largestGroup<Member, Value>(members: readonly Member[], figureOf: (member: Member) => Value | null) {
  let largest: { readonly value: Value; readonly members: readonly Member[] } | null = null;
  for (const [value, own] of Map.groupBy(members, figureOf)) {
    if (value !== null && own.length > (largest?.members.length ?? 0)) largest = { value, members: own };
  }
  return largest;
}

/** Returns whether a member's figures are those of an event. A code without figures fits always, and a text never fits a later month. */
export function fits(
  figures: Figures | null,
  { ratio, each }: { readonly ratio: number | null; readonly each: Money | null },
): boolean {
  if (figures === null) return true;
  if (figures.text !== null) return false;
  if (ratio !== null) return figures.ratios.some((range) => includesRatio(range, ratio));
  return each === null || figures.each === each;
}
