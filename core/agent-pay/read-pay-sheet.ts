import type { Money } from '../money.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';
import { type NamedRow, readNamedColumns } from '../roster/read-roster.ts';
import { readAmount, readQuantity, shownAround } from '../statement/amount.ts';
import { readDate } from '../statement/calendar-date.ts';
import type { Cell, StatementSource } from '../statement/source.ts';

/** Reads an agency's own sheet of agents, their shares and balances (docs/reference/agent-pay.md#import-a-sheet). */

export const PAY_SHEET_ROWS_MAX = 2_000;

/** A row of the sheet. A blank cell is null, and leaves what is known. */
export interface PaySheetRow {
  /** Number of the row in a spreadsheet. */
  readonly row: number;
  readonly name: string | null;
  readonly npn: string | null;
  readonly email: string | null;
  /** Shares of commission in per cent. */
  readonly firstYear: number | null;
  readonly renewal: number | null;
  /** The name or NPN of the agent above. */
  readonly upline: string | null;
  /** Positive: the agency owes it to the agent. Negative: the agent owes it. */
  readonly opening: Money | null;
  /** The day on which the tax form was put on file, or true for a day that nobody noted. */
  readonly taxForm: string | true | null;
  /** Says what is wrong with a cell, in words; null when all cells can be read. */
  readonly fault: string | null;
}

const COLUMNS = ['name', 'npn', 'email', 'firstYear', 'renewal', 'upline', 'opening', 'taxForm'] as const;
type Column = (typeof COLUMNS)[number];

const NAMES: Readonly<Record<Column, string>> = {
  name: 'name agent agentname producer producername fullname payee writingagent',
  npn: 'npn nationalproducernumber npnnumber',
  email: 'email emailaddress mail',
  firstYear: 'firstyear firstyearshare firstyearpercent firstyearcommission fyc firstyearsplit first new newbusiness',
  renewal: 'renewal renewals renewalshare renewalpercent renewalcommission renewalsplit',
  upline: 'upline uplinename manager reportsto hierarchy',
  opening: 'openingbalance opening balance startingbalance carriedbalance',
  taxForm: 'taxformonfile taxform w9 w9onfile taxformdate',
};

/** Refuses a file without a header, an empty sheet and a sheet that is too long. */
export function readPaySheet(source: StatementSource): readonly PaySheetRow[] | Refused {
  const isHeader = (has: (column: Column) => boolean) =>
    has('name') && COLUMNS.some((column) => column !== 'name' && has(column));
  const rows = readNamedColumns(source, { columns: COLUMNS, names: NAMES, isHeader });
  if (rows === null)
    return refuse(
      'validation_error',
      'No row names the columns. Name one "Name", and others "NPN", "Email", "First year", "Renewal", "Upline", "Opening balance" or "Tax form".',
    );
  const agents = rows.flatMap(paySheetRow);
  if (agents.length === 0) return refuse('validation_error', 'The sheet has no row below its header.');
  if (agents.length > PAY_SHEET_ROWS_MAX)
    return refuse('validation_error', `The sheet has more than ${PAY_SHEET_ROWS_MAX.toLocaleString('en-US')} rows.`);
  return agents;
}

function paySheetRow({ row, cell, text }: NamedRow<Column>): readonly PaySheetRow[] {
  const [name, npn, email] = [text('name'), text('npn'), text('email')];
  if (COLUMNS.every((column) => text(column) === null) || isTotalRow(name ?? '')) return [];
  const faults: string[] = [];
  const read = <T>(column: Column, label: string, reading: (from: Cell) => T | Fault): T | null => {
    const from = cell(column);
    if (from === null || text(column) === null) return null;
    const value = reading(from);
    if (!(value instanceof Fault)) return value;
    faults.push(`has a ${label} that ${value.problem}: "${(text(column) ?? '').slice(0, 50)}"`);
    return null;
  };
  if (name === null) faults.push('names nobody');
  else if (name.length > 200 || UNSHOWN.test(name)) faults.push('has a name that no agent can have');
  if (npn !== null && !/^\d{1,10}$/.test(npn)) faults.push(`has an NPN that is none: "${npn.slice(0, 50)}"`);
  if (email !== null && (email.length > 254 || !EMAIL.test(email)))
    faults.push(`has an email that is none: "${email.slice(0, 50)}"`);
  const firstYear = read('firstYear', 'first-year share', readShare);
  const renewal = read('renewal', 'renewal share', readShare);
  const opening = read('opening', 'balance', readBalance);
  const taxForm = read('taxForm', 'tax form', readTaxForm);
  if ((text('firstYear') === null) !== (text('renewal') === null)) faults.push('has only one of the two shares');
  const [fault = null] = faults;
  return [{ row, name, npn, email, firstYear, renewal, upline: text('upline'), opening, taxForm, fault }];
}

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

class Fault {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

const SHARE_PLACES = 4;
const SHARE_SCALE = 10 ** SHARE_PLACES;
/** The largest balance, as of the terms of an agent. */
const DOLLARS_MAX = 10_000_000;
const MONEY_PER_CENT = 100;

/** Reads "60", "60 %" and a workbook's 0.6 that is shown as 60 %. */
function readShare(cell: Cell): number | Fault {
  const isShownAsPercent = typeof cell !== 'string' && (shownAround(cell)?.after.includes('%') ?? false);
  const digits =
    typeof cell === 'string'
      ? cell.replace(/%\s*$/, '').trim()
      : String(Number((isShownAsPercent ? cell.value * 100 : cell.value).toFixed(SHARE_PLACES)));
  const reading = readQuantity(digits, '.', { places: SHARE_PLACES, limit: 1_000 * SHARE_SCALE });
  if (!reading.ok) return new Fault(reading.problem);
  const percent = reading.quantity / SHARE_SCALE;
  return percent < 0 || percent > 100 ? new Fault('is not between 0 and 100') : percent;
}

function readBalance(cell: Cell): Money | Fault {
  const reading = readAmount(cell, { decimal: '.', creditDebitMark: 'ignore' });
  if (!reading.ok) return new Fault(reading.problem);
  if (reading.amount % MONEY_PER_CENT !== 0) return new Fault('has parts of a cent');
  return Math.abs(reading.amount) > DOLLARS_MAX * MONEY_PER_CENT * 100 ? new Fault('is too large') : reading.amount;
}

function readTaxForm(cell: Cell): string | true | null | Fault {
  const word = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
  if (['yes', 'y', 'true', 'x', 'on file'].includes(word)) return true;
  if (['no', 'n', 'false'].includes(word)) return null;
  const reading = readDate(cell, { order: 'MDY', openEnded: [] });
  return reading.ok ? reading.date : new Fault('is neither a day nor yes or no');
}

/** Returns true for the words that a sheet has beside the sum of its agents, in place of an agent's name. */
export function isTotalRow(agent: string): boolean {
  return /^(?:(?:grand|sub)[\s-]*)?(?:totals?|sum)[\s:]*$/i.test(agent.trim());
}
