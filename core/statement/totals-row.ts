import { type BoundColumn, type BoundColumns, cellOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import type { SummedRows } from './footer-totals.ts';
import type { LineTexts } from './line-texts.ts';
import type { Cell } from './source.ts';
import { countOf, isGrand, isTotalsWord, type TotalsLabel, totalsLabel } from './totals-label.ts';

/**
 * Decides which rows are totals (docs/reference/carriers-and-formats.md#totals-rows), by label (totals-label.ts) and by
 * sum. A text that a line has in the same column is no label.
 * A sure label, or a statement's end, in place of the id makes a total. Any other total has no policy number, no
 * effective date and no name beside the id, and has one of:
 * - a kind of line in place of the id;
 * - no id, and a sure label before the ids' place or as a name. When ids don't come from other rows, any label but a
 * doubtful one will do, also a sure one at the beginning beside a name;
 * - a count in place of the id, and a beginning "Grand Total", or "Total" where members have names;
 * - any label and the sum of the rows above, or a sure label and their count.
 * A row is doubtful and fails when its label suits no line but nothing confirms it. So does a row without a label
 * ("Sum", "Overall") that equals the sum above, names nobody, and has no digit in place of the id where all other ids
 * have one.
 * A member named Total, or on the plan "Total Care", is therefore data. Without its id such a row fails and is not
 * skipped silently. A count of the rows above is not taken for a policy number, date or name.
 */
export type TotalsJudgement = 'totals' | 'doubtful' | null;

/** Facts that a row is judged by. */
export interface TotalsEvidence {
  readonly config: StatementConfig;
  readonly lines: LineTexts;
  /** Agreement of the row with the sum and the count of the rows above. */
  readonly compare: (count: number | null) => SummedRows;
}

/** Tells whether a row with an id and an amount may still be a total. */
export function looksLikeTotal(cells: readonly Cell[], bound: BoundColumns, lines: LineTexts): boolean {
  const id = bound.columns.member_external_id;
  if (labelIn(id, cells, lines) !== null || lines.isUnlikeIds(printed(id, cells))) return true;
  const first = cells.findIndex((cell) => !isBlank(cell));
  if (labelAt(cells, first, lines) !== null) return true;
  return countOf(printed(id, cells)) !== null && strongest(labelsOf(cells, bound, lines)) !== null;
}

/** Tells whether ids may come from other rows, so that a row without one is not faulty. */
export function hasIdElsewhere({ columns }: BoundColumns, { carryDown }: StatementConfig): boolean {
  const kind = columns.member_external_id?.kind;
  return kind === 'constant' || kind === 'group-row' || carryDown.includes('member_external_id');
}

/** Judges a row: 'totals', 'doubtful', or null for data. */
export function judgeTotals(cells: readonly Cell[], bound: BoundColumns, evidence: TotalsEvidence): TotalsJudgement {
  const { columns } = bound;
  const id = printed(columns.member_external_id, cells);
  const label = labelIn(columns.member_external_id, cells, evidence.lines);
  if (label === 'sure' || label === 'end') return 'totals';
  const labels = labelsOf(cells, bound, evidence.lines);
  const count = countOf(id);
  const summed = evidence.compare(count);
  if (hasData(cells, bound, { evidence, labels })) return null;
  const isNobody = isNoName(cells, bound, { id, lines: evidence.lines, summed });
  if (label !== null) {
    if (!isNobody) return null;
    return label === 'kind' || isBorneOut(summed) ? 'totals' : 'doubtful';
  }
  if (id === '') return judgeWithoutId(labels, { isNobody, hasId: hasIdElsewhere(bound, evidence.config), summed });
  if (!isNobody) return null;
  if (count !== null) return judgeCounted(count, labels, { hasNames: hasNames(bound), summed });
  return summed.isSum && evidence.lines.isUnlikeIds(id) ? 'doubtful' : null;
}

const isBorneOut = ({ isSum, countAndSumMatch }: SummedRows) => isSum || countAndSumMatch;

function judgeWithoutId(
  labels: Labels,
  { isNobody, hasId, summed }: { readonly isNobody: boolean; readonly hasId: boolean; readonly summed: SummedRows },
): TotalsJudgement {
  const isProven = isBorneOut(summed);
  if (!isNobody) {
    if (labels.first === 'sure' && (!hasId || isProven)) return 'totals';
    return labels.first === 'sure' && labels.word !== 'total' ? 'doubtful' : null;
  }
  if (labels.near === 'sure' || (strongest(labels) !== null && isProven)) return 'totals';
  if (!hasId) return labels.near === 'end' || labels.near === 'kind' ? 'totals' : null;
  return labels.near === 'end' || labels.far === 'sure' ? 'doubtful' : null;
}

/** Judges a row with a count in place of the id. */
function judgeCounted(
  count: number,
  labels: Labels,
  { hasNames, summed }: { readonly hasNames: boolean; readonly summed: SummedRows },
): TotalsJudgement {
  const { countMatches, isPossible } = summed;
  if (labels.word === 'grand' || (labels.word === 'total' && hasNames && isPossible)) return 'totals';
  const label = strongest(labels);
  if (label !== 'sure') return label !== null && isPossible && isBorneOut(summed) ? 'totals' : null;
  if (isBorneOut(summed) || (labels.near === 'sure' && countMatches && count > 1 && hasNames)) return 'totals';
  return isPossible ? 'doubtful' : null;
}

/** Labels of a row, without those in place of the id. */
interface Labels {
  /** Label of the first filled cell. */
  readonly first: TotalsLabel | null;
  /** Strongest label of the first cell, of the cells before the ids, and of the name. */
  readonly near: TotalsLabel | null;
  /** Strongest label of the other cells, where only texts with the word "total" count. */
  readonly far: TotalsLabel | null;
  /** The first cell, or a cell before the ids, is a bare word for a total. */
  readonly word: 'grand' | 'total' | null;
}

function strongest({ near, far }: Pick<Labels, 'near' | 'far'>): TotalsLabel | null {
  return stronger(near, far);
}

const STRENGTH = { sure: 4, end: 3, kind: 2, doubtful: 1 } as const;

function stronger(one: TotalsLabel | null, other: TotalsLabel | null): TotalsLabel | null {
  if (one === null || other === null) return one ?? other;
  return STRENGTH[one] >= STRENGTH[other] ? one : other;
}

function labelsOf(cells: readonly Cell[], bound: BoundColumns, lines: LineTexts): Labels {
  const { member_external_id: id } = bound.columns;
  const idIndex = id?.kind === 'cell' ? id.index : -1;
  const firstIndex = cells.findIndex((cell) => !isBlank(cell));
  let near = labelOfName(cells, bound, lines);
  let far: TotalsLabel | null = null;
  let word: Labels['word'] = null;
  for (const [index, cell] of cells.entries()) {
    if (index === idIndex || typeof cell !== 'string') continue;
    const isNear = index < idIndex || index === firstIndex;
    if (!isNear && !/total/i.test(cell)) continue;
    const label = labelAt(cells, index, lines);
    if (isNear) near = stronger(near, label);
    else far = stronger(far, label);
    if (isNear && label === 'sure' && isTotalsWord(cell)) word = isGrand(cell) ? 'grand' : (word ?? 'total');
  }
  return { first: labelAt(cells, firstIndex, lines), near, far, word };
}

function labelAt(cells: readonly Cell[], index: number, lines: LineTexts): TotalsLabel | null {
  const cell = cells[index];
  return typeof cell === 'string' ? judgedLabel(legibleText(cell), index, lines) : null;
}

function labelIn(column: BoundColumn | undefined, cells: readonly Cell[], lines: LineTexts): TotalsLabel | null {
  return judgedLabel(printed(column, cells), column?.kind === 'cell' ? column.index : -1, lines);
}

function judgedLabel(text: string, column: number, lines: LineTexts): TotalsLabel | null {
  const label = totalsLabel(text);
  if (label === null || lines.has(text, column)) return null;
  return label === 'doubtful' && lines.sumsUpLast(text) ? 'sure' : label;
}

/** Tells whether a row has a policy number or an effective date of its own. */
function hasData(
  cells: readonly Cell[],
  { columns }: BoundColumns,
  { evidence: { compare }, labels }: { readonly evidence: TotalsEvidence; readonly labels: Labels },
): boolean {
  return [columns.policy_number, columns.effective_date].some((column) => {
    const text = column === undefined || isIdCell(column, columns) ? '' : printed(column, cells);
    if (text === '' || totalsLabel(text) !== null) return false;
    const { countMatches, isPossible, isSum } = compare(countOf(text));
    return !countMatches && !(isPossible && (isSum || labels.word !== null));
  });
}

/**
 * Tells whether a row names nobody. A label or the id itself is no name, unless only the sum could confirm it and does
 * not.
 */
function isNoName(
  cells: readonly Cell[],
  bound: BoundColumns,
  { id, lines, summed }: { readonly id: string; readonly lines: LineTexts; readonly summed: SummedRows },
): boolean {
  const name = nameOf(cells, bound);
  if (name === '' || name === id || countOf(name) !== null) return true;
  const label = labelOfName(cells, bound, lines);
  return label === 'doubtful' ? isBorneOut(summed) : label !== null;
}

function labelOfName(cells: readonly Cell[], bound: BoundColumns, lines: LineTexts): TotalsLabel | null {
  const { member_name: whole } = bound.columns;
  return whole?.kind === 'cell' && nameOf(cells, bound) !== ''
    ? labelAt(cells, whole.index, lines)
    : totalsLabel(nameOf(cells, bound));
}

/** Returns the printed name; "" for none, and when it is the id. */
function nameOf(cells: readonly Cell[], { columns }: BoundColumns): string {
  const { member_name: whole, last_name: last, first_name: first } = columns;
  if (whole !== undefined) return isIdCell(whole, columns) ? '' : printed(whole, cells);
  const names = [printed(last, cells), printed(first, cells)];
  return names.filter((name) => name !== '').join(', ');
}

/** Tells whether a column has the members' names beside their ids. */
function hasNames({ columns }: BoundColumns): boolean {
  return [columns.member_name, columns.last_name, columns.first_name].some(
    (column) =>
      column !== undefined && ['cell', 'concat', 'first-filled'].includes(column.kind) && !isIdCell(column, columns),
  );
}

function isIdCell(column: BoundColumn, { member_external_id: id }: BoundColumns['columns']): boolean {
  return column.kind === 'cell' && id?.kind === 'cell' && column.index === id.index;
}

/** Returns a text printed on the row itself, not a fixed value or one from another row. */
function printed(column: BoundColumn | undefined, cells: readonly Cell[]): string {
  return column?.kind === 'constant' ? '' : legibleText(cellOf(column, cells));
}
