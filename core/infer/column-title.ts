import { displayedText } from '../statement/displayed-text.ts';
import { headerKey } from '../statement/header.ts';
import type { SourceRow } from '../statement/source.ts';
import type { ColumnProfile } from './column-profile.ts';
import { contentFit } from './content-fit.ts';
import { headerMeanings, namesPayee } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';

/**
 * The words of one column in a header of two rows. A caption merged over several columns fills only its first cell, so it also
 * belongs to the columns to the right, up to the next caption.
 */
export interface CaptionedCell {
  /** The text of the lower row. */
  readonly own: string;
  /** The text of the upper row, above this column or a column to the left; '' without a caption. */
  readonly caption: string;
  /** True when the caption stands above this column, and not above a column to the left. */
  readonly hasOwnCaption: boolean;
  /** True when another column has the same text in the lower row. */
  readonly isRepeated: boolean;
}

/** Minimum weight of a known name. A lower weight is a guess from one common word. */
const KNOWN_WEIGHT_MIN = 0.5;

/** Returns the caption and the own text of each column, from two adjacent header rows, by position. */
export function captionedCells(upper: SourceRow, lower: SourceRow): readonly CaptionedCell[] {
  const texts = ({ cells }: SourceRow) => cells.map((cell) => displayedText(cell).trim());
  const [above, below] = [texts(upper), texts(lower)];
  const counts = Map.groupBy(
    below.filter((text) => text !== ''),
    headerKey,
  );
  let caption = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [top, own] = [above[at] ?? '', below[at] ?? ''];
    // A text above an empty cell is a name merged over both rows. It is no caption of the columns to the right.
    if (top !== '') caption = own === '' ? '' : top;
    const isRepeated = own !== '' && (counts.get(headerKey(own))?.length ?? 0) > 1;
    return { own, caption: top === '' ? caption : top, hasOwnCaption: top !== '', isRepeated };
  });
}

/** Returns the title of a column from its header alone, while its values are not known yet. */
export function titleByWords({ own, caption, hasOwnCaption, isRepeated }: CaptionedCell): string {
  const both = `${caption} ${own}`.trim();
  if (hasOwnCaption || isRepeated) return both;
  return own !== '' && bestWeight(own) < KNOWN_WEIGHT_MIN ? both : own;
}

/**
 * Returns the title of a column, from which its meaning is found. The caption is part of it above the column, above a repeated or
 * unknown name, when it names an agent, and when it makes the same meaning surer. "Broker" below "Commission" keeps its own
 * meaning.
 */
export function titleOf({ own, caption, hasOwnCaption, isRepeated }: CaptionedCell, profile: ColumnProfile): string {
  const both = `${caption} ${own}`.trim();
  if (own === '' || caption === '' || isRepeated) return both;
  const [alone, joined] = [bestMeaning(own, profile), bestMeaning(both, profile)];
  if (joined === null) return alone === null && hasOwnCaption ? both : own;
  if (hasOwnCaption || alone === null || alone.score < KNOWN_WEIGHT_MIN) return both;
  const isAgentColumn = namesPayee(caption) && joined.meaning.startsWith('agent');
  return isAgentColumn || (joined.meaning === alone.meaning && joined.score > alone.score) ? both : own;
}

interface Meaning {
  readonly meaning: HeaderMeaning;
  readonly score: number;
}

/** Returns the likeliest meaning of a header above a column's values; null when the values refute every meaning. */
function bestMeaning(words: string, profile: ColumnProfile): Meaning | null {
  const fitting = [...headerMeanings(words)]
    .map(([meaning, weight]) => ({ meaning, score: weight * contentFit(meaning, profile).factor }))
    .filter(({ score }) => score > 0);
  return fitting.reduce<Meaning | null>((best, next) => (best === null || next.score > best.score ? next : best), null);
}

function bestWeight(words: string): number {
  return Math.max(0, ...headerMeanings(words).values());
}
