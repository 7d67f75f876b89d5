import { displayedText } from '../statement/displayed-text.ts';
import { headerKey } from '../statement/header.ts';
import type { SourceRow } from '../statement/source.ts';
import type { ColumnProfile } from './column-profile.ts';
import { contentFit } from './content-fit.ts';
import { headerMeanings, namesPayee } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';

/**
 * The words that a header in two rows says about one column. A caption that is merged over several columns fills only its first cell,
 * so it is also the caption of the columns to the right, up to the next caption.
 */
export interface CaptionedCell {
  /** The text of the lower row. */
  readonly own: string;
  /** The text of the upper row, above this column or above one to the left; empty where there is none. */
  readonly caption: string;
  /** True when the caption stands above this very column. */
  readonly isBelow: boolean;
  /** True when another column has the same text in the lower row. */
  readonly isRepeated: boolean;
}

/** A name below this weight is no better than a guess from one common word. */
const KNOWN = 0.5;

/** Returns the words of each column of two adjacent header rows, by position. */
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
    // A text above an empty cell is a name merged over both rows, and no caption of its neighbours.
    if (top !== '') caption = own === '' ? '' : top;
    const isRepeated = own !== '' && (counts.get(headerKey(own))?.length ?? 0) > 1;
    return { own, caption: top === '' ? caption : top, isBelow: top !== '', isRepeated };
  });
}

/** Returns the words to score a column by when its values are not known yet. */
export function titleByWords({ own, caption, isBelow, isRepeated }: CaptionedCell): string {
  const both = `${caption} ${own}`.trim();
  if (isBelow || isRepeated) return both;
  return own !== '' && bestWeight(own) < KNOWN ? both : own;
}

/**
 * Returns the words that give a column its meaning. The caption is added where it stands above the column, where the own name is
 * repeated or unknown, where it names an agent, and where it makes the same meaning surer. "Broker" below "Commission" keeps its
 * own meaning.
 */
export function titleOf({ own, caption, isBelow, isRepeated }: CaptionedCell, profile: ColumnProfile): string {
  const both = `${caption} ${own}`.trim();
  if (own === '' || caption === '' || isRepeated) return both;
  const [alone, joined] = [bestMeaning(own, profile), bestMeaning(both, profile)];
  if (joined === null) return alone === null && isBelow ? both : own;
  if (isBelow || alone === null || alone.score < KNOWN) return both;
  const isAgents = namesPayee(caption) && joined.meaning.startsWith('agent');
  return isAgents || (joined.meaning === alone.meaning && joined.score > alone.score) ? both : own;
}

interface Meaning {
  readonly meaning: HeaderMeaning;
  readonly score: number;
}

/** Returns the likeliest meaning of words over a column's values; null when the values refute every one. */
function bestMeaning(words: string, profile: ColumnProfile): Meaning | null {
  const fitting = [...headerMeanings(words)]
    .map(([meaning, said]) => ({ meaning, score: said * contentFit(meaning, profile).factor }))
    .filter(({ score }) => score > 0);
  return fitting.reduce<Meaning | null>((best, one) => (best === null || one.score > best.score ? one : best), null);
}

function bestWeight(words: string): number {
  return Math.max(0, ...headerMeanings(words).values());
}
