import { type BoundColumn, type BoundColumns, cellOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import type { SummedRows } from './footer-totals.ts';
import type { LineTexts } from './line-texts.ts';
import type { Cell } from './source.ts';
import { countOf, isMoreThanTotal, isTotalsWord, type TotalsLabel, totalsLabel } from './totals-label.ts';

/**
 * Judgement of a row by its labels (totals-label.ts) and by the sum and count of the rows above. Null means data. The rule
 * is a table in docs/reference/carriers-and-formats.md#totals-rows. A text is no label when a line has it in the same
 * column, so that a member named Total, or on the plan "Total Care", is data.
 *
 * A label in place of the id, sure or of a statement's end, makes a total. Any other total has no policy number, no
 * effective date and no name beside the id, and meets one of these conditions:
 * - The label in place of the id is a kind of line.
 * - The id is blank, and a sure label is in a column before the id, or is the name. When ids do not come from other rows,
 *   labels of an end or a kind suffice too, and so does a sure label in the first cell beside a name.
 * - The id is a count, and the row begins with "Grand Total", or with "Total" when members have names.
 * - The row has any label and the sum of the rows above, or a sure label and their count.
 *
 * A row is doubtful, and fails, when its label suits no line but nothing confirms a total. A row without a label ("Sum",
 * "Overall") is doubtful when it equals the sum above, names nobody, and lacks the digits that all other ids have.
 */
export type TotalsJudgement = 'totals' | 'doubtful' | null;

/** Facts that a row is judged by. */
export interface TotalsEvidence {
  readonly config: StatementConfig;
  readonly lines: LineTexts;
  /** Compares the row's amount and the given count with the rows above. */
  readonly compare: (count: number | null) => SummedRows;
}

/** Tells whether a row with an id and an amount may still be a total. */
export function looksLikeTotal(cells: readonly Cell[], bound: BoundColumns, lines: LineTexts): boolean {
  const column = bound.columns.member_external_id;
  const id = printed(column, cells);
  if (labelIn(column, cells, lines) !== null || lines.isUnlikelyId(id)) return true;
  const first = cells.findIndex((cell) => !isBlank(cell));
  if (labelAt(cells, first, lines) !== null) return true;
  return countOf(id) !== null && strongest(labelsOf(cells, bound, lines)) !== null;
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
  if (hasPolicyOrDate(cells, bound, { evidence, labels })) return null;
  const hasNoName = lacksName(cells, bound, { id, lines: evidence.lines, summed });
  if (label !== null) {
    if (!hasNoName) return null;
    return label === 'kind' || isConfirmed(summed) ? 'totals' : 'doubtful';
  }
  if (id === '') return judgeWithoutId(labels, { hasNoName, hasId: hasIdElsewhere(bound, evidence.config), summed });
  if (!hasNoName) return null;
  if (count !== null) return judgeCounted(count, labels, { hasNames: hasNames(bound), summed });
  return summed.isSum && evidence.lines.isUnlikelyId(id) ? 'doubtful' : null;
}

/** Tells whether the sum of the rows above confirms a total. */
const isConfirmed = ({ isSum, countAndSumMatch }: SummedRows) => isSum || countAndSumMatch;

/** Judges a row without an id. */
function judgeWithoutId(
  labels: Labels,
  { hasNoName, hasId, summed }: { readonly hasNoName: boolean; readonly hasId: boolean; readonly summed: SummedRows },
): TotalsJudgement {
  const isProven = isConfirmed(summed);
  if (!hasNoName) {
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
  const { countMatches, countIsPossible } = summed;
  if (labels.word === 'grand' || (labels.word === 'total' && hasNames && countIsPossible)) return 'totals';
  const label = strongest(labels);
  if (label !== 'sure') return label !== null && countIsPossible && isConfirmed(summed) ? 'totals' : null;
  if (isConfirmed(summed) || (labels.near === 'sure' && countMatches && count > 1 && hasNames)) return 'totals';
  return countIsPossible ? 'doubtful' : null;
}

/** Labels of a row, except in place of the id. */
interface Labels {
  /** Label of the first filled cell. */
  readonly first: TotalsLabel | null;
  /** Strongest label of the first cell, the cells before the id, and the name. */
  readonly near: TotalsLabel | null;
  /** Strongest label of the other cells. Only their texts with the word "total" count. */
  readonly far: TotalsLabel | null;
  /** Bare word for a total in the first cell or before the id: "Grand Total" or the like, or "Total"; null without one. */
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

/** Finds the labels of a row. */
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
    if (isNear && label === 'sure' && isTotalsWord(cell)) word = isMoreThanTotal(cell) ? 'grand' : (word ?? 'total');
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

/** Returns the label of a text, unless lines have the text in that column. "Total Hill" is sure below the lines of Hill. */
function judgedLabel(text: string, column: number, lines: LineTexts): TotalsLabel | null {
  const label = totalsLabel(text);
  if (label === null || lines.has(text, column)) return null;
  return label === 'doubtful' && lines.isTotalOfLastLine(text) ? 'sure' : label;
}

/** Tells whether a row has a policy number or an effective date. A count of the rows above is neither. */
function hasPolicyOrDate(
  cells: readonly Cell[],
  { columns }: BoundColumns,
  { evidence: { compare }, labels }: { readonly evidence: TotalsEvidence; readonly labels: Labels },
): boolean {
  return [columns.policy_number, columns.effective_date].some((column) => {
    const text = column === undefined || isIdCell(column, columns) ? '' : printed(column, cells);
    if (text === '' || totalsLabel(text) !== null) return false;
    const { countMatches, countIsPossible, isSum } = compare(countOf(text));
    return !countMatches && !(countIsPossible && (isSum || labels.word !== null));
  });
}

/**
 * Tells whether a row names nobody. A label, a count or the id itself is no name, but a doubtful label is a name unless the
 * sum above confirms it.
 */
function lacksName(
  cells: readonly Cell[],
  bound: BoundColumns,
  { id, lines, summed }: { readonly id: string; readonly lines: LineTexts; readonly summed: SummedRows },
): boolean {
  const name = nameOf(cells, bound);
  if (name === '' || name === id || countOf(name) !== null) return true;
  const label = labelOfName(cells, bound, lines);
  return label === 'doubtful' ? isConfirmed(summed) : label !== null;
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

/** Tells whether the statement has names in a column of their own. */
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
