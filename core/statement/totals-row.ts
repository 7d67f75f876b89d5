import { type BoundColumn, type BoundColumns, cellOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import type { SummedUp } from './footer-totals.ts';
import type { LineTexts } from './line-texts.ts';
import type { Cell } from './source.ts';
import { countOf, isGrand, isTotalsWord, type TotalsLabel, totalsLabel } from './totals-label.ts';

/**
 * Which rows are totals (docs/reference/carriers-and-formats.md#totals-rows): by the label they have (totals-label.ts),
 * and by whether they sum up the rows above them. A text that also stood in its column on a line is no label: it is a
 * plan, an agent or a kind of line.
 *
 * A row with a sure label, or what statements end in, where its id stands is one. Any other has neither a policy number nor an
 * effective date, names nobody beside its id, and
 * - has a kind of line where the id stands, or
 * - has no id, and a sure label before where the ids stand or for a name; where ids don't come from other rows, any but a doubtful one, and
 *   a sure one at its beginning also beside a name, or
 * - has a count where the ids stand, and begins with "Grand Total", or with "Total" where members have names, or
 * - has any label and sums up the rows above, or, with a count and a sure label, says how many they are.
 * Where the label is too good for a line and nothing bears it out, nobody can know: such a row fails. So does one without any label ("Sum",
 * "Overall") that sums up the rows above, names nobody, and has no figure where the ids of all others have one.
 *
 * So a member called Total, or on the plan "Total Care", is data; and when the id of such a row is missing, it is a failed row, not a
 * silent skip. A count of the rows above in the place of the policy, the date or the name is none of them.
 */
export type TotalsJudgement = 'totals' | 'doubtful' | null;

/** What a row is judged by. */
export interface TotalsEvidence {
  readonly config: StatementConfig;
  readonly lines: LineTexts;
  /** How the row is a sum, or a count, of those above it. */
  readonly compare: (count: number | null) => SummedUp;
}

/** Whether a row with an id and an amount of its own may be a total all the same. */
export function looksLikeTotal(cells: readonly Cell[], bound: BoundColumns, lines: LineTexts): boolean {
  const id = bound.columns.member_external_id;
  if (labelIn(id, cells, lines) !== null || lines.isUnlikeIds(printed(id, cells))) return true;
  const first = cells.findIndex((cell) => !isBlank(cell));
  if (labelAt(cells, first, lines) !== null) return true;
  return countOf(printed(id, cells)) !== null && strongest(labelsOf(cells, bound, lines)) !== null;
}

/** Whether ids stand on other rows than their lines, so that one without it need not be faulty. */
export function hasIdElsewhere({ columns }: BoundColumns, { carryDown }: StatementConfig): boolean {
  const kind = columns.member_external_id?.kind;
  return kind === 'constant' || kind === 'group-row' || carryDown.includes('member_external_id');
}

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

const isBorneOut = ({ isSum, isBoth }: SummedUp) => isSum || isBoth;

function judgeWithoutId(
  labels: Labels,
  { isNobody, hasId, summed }: { readonly isNobody: boolean; readonly hasId: boolean; readonly summed: SummedUp },
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

/** With a count where the ids stand. */
function judgeCounted(
  count: number,
  labels: Labels,
  { hasNames, summed }: { readonly hasNames: boolean; readonly summed: SummedUp },
): TotalsJudgement {
  const { isAsMany, isPossible } = summed;
  if (labels.word === 'grand' || (labels.word === 'total' && hasNames && isPossible)) return 'totals';
  const label = strongest(labels);
  if (label !== 'sure') return label !== null && isPossible && isBorneOut(summed) ? 'totals' : null;
  if (isBorneOut(summed) || (labels.near === 'sure' && isAsMany && count > 1 && hasNames)) return 'totals';
  return isPossible ? 'doubtful' : null;
}

/** The labels of a row, those that stand for its id apart. */
interface Labels {
  /** Of its first filled cell. */
  readonly first: TotalsLabel | null;
  /** The strongest of the first cell, of those before where the ids stand, and of the name. */
  readonly near: TotalsLabel | null;
  /** Of the others; only labels with the word are looked for there. */
  readonly far: TotalsLabel | null;
  /** A cell before the ids, or the first one, is nothing but the word. */
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

/** A policy number or an effective date of its own. */
function hasData(
  cells: readonly Cell[],
  { columns }: BoundColumns,
  { evidence: { compare }, labels }: { readonly evidence: TotalsEvidence; readonly labels: Labels },
): boolean {
  return [columns.policy_number, columns.effective_date].some((column) => {
    const text = column === undefined || isIdCell(column, columns) ? '' : printed(column, cells);
    if (text === '' || totalsLabel(text) !== null) return false;
    const { isAsMany, isPossible, isSum } = compare(countOf(text));
    return !isAsMany && !(isPossible && (isSum || labels.word !== null));
  });
}

/** Whether nobody is named: what reads like a label, or the id itself, is no name, unless only the sum could tell and does not. */
function isNoName(
  cells: readonly Cell[],
  bound: BoundColumns,
  { id, lines, summed }: { readonly id: string; readonly lines: LineTexts; readonly summed: SummedUp },
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

/** As a row prints it; "" for none, and where it is the id. */
function nameOf(cells: readonly Cell[], { columns }: BoundColumns): string {
  const { member_name: whole, last_name: last, first_name: first } = columns;
  if (whole !== undefined) return isIdCell(whole, columns) ? '' : printed(whole, cells);
  const names = [printed(last, cells), printed(first, cells)];
  return names.filter((name) => name !== '').join(', ');
}

/** Whether a column holds the members' names beside their ids. */
function hasNames({ columns }: BoundColumns): boolean {
  return [columns.member_name, columns.last_name, columns.first_name].some(
    (column) =>
      column !== undefined && ['cell', 'concat', 'first-filled'].includes(column.kind) && !isIdCell(column, columns),
  );
}

function isIdCell(column: BoundColumn, { member_external_id: id }: BoundColumns['columns']): boolean {
  return column.kind === 'cell' && id?.kind === 'cell' && column.index === id.index;
}

/** Not what stands for all rows, or on another one. */
function printed(column: BoundColumn | undefined, cells: readonly Cell[]): string {
  return column?.kind === 'constant' ? '' : legibleText(cellOf(column, cells));
}
