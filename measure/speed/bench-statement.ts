import { utils, write } from 'xlsx';
import { addMonths, type Period } from '../../core/period.ts';

/**
 * Statements for the bench: the book of one seed, month by month, in 25 columns. Each month three of a hundred members leave, as many join
 * or return, three are paid less and one is paid more. A few change plan or agent, and one in fifty has a second line.
 */
export interface StatementPlan {
  readonly seed: number;
  readonly lines: number;
  /** The months since the beginning of the book. The period follows from it. */
  readonly month: number;
  readonly fileType: 'csv' | 'xlsx' | 'xls';
  /** The changes of a statement that corrects another. */
  readonly correction?: Correction;
}

export interface Correction {
  /** The cents beyond the usual amount. */
  readonly extraCents: number;
  /** The share of the members that is corrected, 0 to 1. */
  readonly share: number;
}

const FIRST_PERIOD: Period = '2023-01';

export const periodOf = ({ month }: Pick<StatementPlan, 'month'>): Period => addMonths(FIRST_PERIOD, month);

/** The mapping of these statements: 17 of the 25 columns. */
export const STATEMENT_COLUMNS = {
  member_external_id: 'Member ID',
  commission_amount: 'Commission Amount',
  member_name: { concat: ['Member Last Name', 'Member First Name'], separator: ', ' },
  policy_number: 'Policy Number',
  plan_code: 'Plan Code',
  plan_name: 'Plan Name',
  product_type: 'Product Type',
  agent_id: 'Writing Agent NPN',
  agent_name: 'Agent Name',
  state: 'State',
  effective_date: 'Effective Date',
  term_date: 'Term Date',
  coverage_month: 'Coverage Month',
  transaction_type: 'Transaction Type',
  lives: 'Member Count',
  premium_amount: 'Premium',
  rate: 'Commission Rate',
};

const HEADER = [
  'Statement Date',
  'Carrier Code',
  'Writing Agent NPN',
  'Agent Name',
  'Agency Name',
  'Member ID',
  'Policy Number',
  'Member Last Name',
  'Member First Name',
  'Date of Birth',
  'State',
  'County',
  'Plan Code',
  'Plan Name',
  'Product Type',
  'Effective Date',
  'Term Date',
  'Coverage Month',
  'Transaction Type',
  'Member Count',
  'Premium',
  'Commission Rate',
  'Commission Amount',
  'Split Pct',
  'Notes',
];

const FIRST = ['James', 'Mary', 'Robert', 'Patricia', 'José', 'Linda', 'Zoë', 'Barbara', 'Łukasz', 'Susan', 'Chloë'];
const LAST = ['Smith', 'Johnson', 'Rodríguez', "O'Brien", 'Müller', 'Smith, Jr.', 'Van Der Berg', 'Nguyễn', 'Brown'];
const STATES = ['AL', 'AZ', 'CA', 'CO', 'FL', 'GA', 'IL', 'MI', 'NC', 'NY', 'OH', 'PA', 'TX', 'VA', 'WA'];
const COUNTIES = ['Maricopa', 'Cook', 'Harris', 'Miami-Dade', "Prince George's", 'Doña Ana', 'St. Louis'];
const PRODUCTS = ['Medicare Advantage', 'Medicare Supplement', 'Part D', 'Dental', 'Vision', 'ACA'];
const NOTES = [
  '',
  '',
  '',
  '',
  '',
  'Renewal',
  'Auto-pay',
  'Name per "legal" record',
  'Retro adj.;\npending',
  'AOR, next month',
];
const RATE_CENTS = [2695, 2240, 950, 315, 120, 1800];

/** Returns a random number from 0 up to 1, which is fixed by the seed, the member and the subject. */
function chance(seed: number, member: number, what: number): number {
  let hash =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(member + 1, 0xc2b2ae35) ^ Math.imul(what + 1, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

function pick<T>(items: readonly [T, ...T[]] | readonly T[], share: number): T {
  const item = items[Math.floor(share * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from');
  return item;
}

interface MemberState {
  readonly effective: number;
  readonly plan: number;
  readonly agent: number;
}

/** Returns the state of a member in a month, computed forward from the book's first month. Null in a month without the member. */
function memberIn(seed: number, member: number, month: number): MemberState | null {
  let state: MemberState | null = {
    effective: 0,
    plan: Math.floor(chance(seed, member, 1) * 48),
    agent: Math.floor(chance(seed, member, 2) * 400),
  };
  for (let at = 1; at <= month; at++) {
    const event = chance(seed, member, 1000 + at);
    if (state === null) {
      if (event < 0.05) state = { effective: at, plan: 0, agent: member % 400 };
    } else if (event < 0.03) state = null;
    else if (event < 0.038) state = { ...state, plan: (state.plan + 7) % 48 };
    else if (event < 0.044) state = { ...state, agent: (state.agent + 11) % 400 };
  }
  return state;
}

/** Returns the percentage of the usual amount. It is drawn anew each month, so that a late month has as many findings as an early one. */
function percentPaid(seed: number, member: number, month: number): number {
  const event = chance(seed, member, 3000 + month);
  if (event < 0.03) return 85;
  return event < 0.04 ? 105 : 100;
}

/** A day as the statement prints it, and as Excel's day number. */
interface Day {
  readonly serial: number;
  readonly text: string;
}

type Cell = string | number | Day | null;

function dayOf(month: number, day: number): Day {
  const date = new Date(Date.UTC(2023, month, day));
  const [year, monthText, dayText] = date.toISOString().slice(0, 10).split('-');
  return { serial: date.getTime() / 86_400_000 + 25_569, text: `${monthText}/${dayText}/${year}` };
}

const NO_CORRECTION: Correction = { extraCents: 0, share: 0 };

/** Yields the rows. New members have higher numbers and take the places of those that left. */
function* rowsOf({ seed, lines, month, correction = NO_CORRECTION }: StatementPlan): Generator<readonly Cell[]> {
  let left = lines;
  for (let member = 0; left > 0; member++) {
    const state = memberIn(seed, member, month);
    if (state === null) continue;
    const usual = Math.round(((RATE_CENTS[state.plan % 6] ?? 0) * percentPaid(seed, member, month)) / 100);
    const cents = usual + (chance(seed, member, 9000) < correction.share ? correction.extraCents : 0);
    yield rowOf({ seed, member, month, state }, { cents, type: state.effective === month ? 'NEW' : 'RENEWAL' });
    left--;
    const second = chance(seed, member, 7000 + month);
    if (left === 0 || second >= 0.02) continue;
    const isChargeback = second < 0.012;
    yield rowOf(
      { seed, member, month, state },
      isChargeback ? { cents: -Math.round(cents * 2.5), type: 'CHARGEBACK' } : { cents: 450, type: 'ADJUSTMENT' },
    );
    left--;
  }
}

interface PaidMember {
  readonly seed: number;
  readonly member: number;
  readonly month: number;
  readonly state: MemberState;
}

function rowOf(
  { seed, member, month, state }: PaidMember,
  { cents, type }: { readonly cents: number; readonly type: string },
): Cell[] {
  const of = <T>(items: readonly T[], what: number) => pick(items, chance(seed, member, what));
  const agentName = `${FIRST[state.agent % FIRST.length]} ${LAST[state.agent % LAST.length]}`;
  return [
    dayOf(month + 1, 0),
    `CAR${1 + (seed % 9)}`,
    String(10_000_000 + state.agent * 7919),
    agentName,
    `${LAST[state.agent % 5]} & Sons Agency, LLC`,
    String(member * 7 + 1234).padStart(10, '0'),
    `P${seed % 10}-${900_000 + member}`,
    of(LAST, 3),
    of(FIRST, 4),
    dayOf(-1100 + Math.floor(chance(seed, member, 5) * 700), 1 + (member % 28)),
    of(STATES, 6),
    of(COUNTIES, 7),
    `H${1000 + state.plan * 137}-${String(state.plan).padStart(3, '0')}`,
    `Advantage Choice ${state.plan}${state.plan % 5 === 0 ? ', Region 4' : ''}`,
    PRODUCTS[state.plan % 6] ?? '',
    dayOf(state.effective, 1),
    type === 'CHARGEBACK' ? dayOf(month, 0) : null,
    periodOf({ month }),
    type,
    chance(seed, member, 8) < 0.12 ? 1 + (member % 4) : 1,
    (4000 + Math.floor(chance(seed, member, 9) * 30_000)) / 100,
    (RATE_CENTS[state.plan % 6] ?? 0) / 100,
    cents / 100,
    chance(seed, member, 10) < 0.05 ? 50 : 100,
    of(NOTES, 5000 + month),
  ];
}

export function statementBytes(plan: StatementPlan): Uint8Array {
  return plan.fileType === 'csv' ? csvBytes(plan) : workbookBytes(plan);
}

function csvBytes(plan: StatementPlan): Uint8Array {
  const lines = [HEADER.join(',')];
  for (const row of rowsOf(plan)) lines.push(row.map(csvCell).join(','));
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

function csvCell(cell: Cell): string {
  const text = cell === null ? '' : typeof cell === 'object' ? cell.text : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function workbookBytes(plan: StatementPlan): Uint8Array {
  const rows: unknown[][] = [HEADER];
  for (const row of rowsOf(plan)) rows.push(row.map(xlsxCell));
  const workbook = utils.book_new(utils.aoa_to_sheet(rows), 'Statement');
  const isOld = plan.fileType === 'xls';
  const bookType = isOld ? 'biff8' : 'xlsx';
  // `bookSST` is off for old workbooks, because the library would compare every text with all other texts.
  const bytes: Uint8Array = write(workbook, { type: 'buffer', bookType, bookSST: !isOld, compression: true });
  return bytes;
}

function xlsxCell(cell: Cell): unknown {
  return cell !== null && typeof cell === 'object' ? { t: 'n', v: cell.serial, z: 'm/d/yyyy' } : cell;
}
