import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import { type AmountReading, BLANK, readQuantity, type Scale } from './amount.ts';
import { readDate, readMonth } from './calendar-date.ts';
import { isBlank } from './column-binding.ts';
import type { ColumnName, StatementConfig } from './config.ts';
import { displayedText, isSpreadsheetError, legibleText, readId } from './displayed-text.ts';
import type { StatementLine } from './line.ts';
import type { MemberIdReading } from './member-key.ts';
import { compilePatterns } from './pattern.ts';
import type { RowValues } from './row-values.ts';
import type { Cell, NumberFormat } from './source.ts';

/** What is wrong with one field of a row. */
export interface FieldProblem {
  /** The canonical name. */
  readonly field: string;
  readonly problem: string;
  readonly cell: Cell;
}

/** What a data row came to. */
export type RowOutcome =
  | { readonly kind: 'line'; readonly line: StatementLine; readonly warnings: readonly FieldProblem[] }
  | { readonly kind: 'failure'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'outside-period' };

/** What the configured patterns say of a transaction type. */
export interface TypeJudgement {
  readonly isIgnored: boolean;
  readonly isChargeback: boolean;
}

export interface DataRow {
  readonly sheet: number;
  readonly row: number;
  readonly values: RowValues;
  readonly member: MemberIdReading;
  readonly amount: AmountReading;
  /** Set when the row has more cells than the header. */
  readonly ragged: FieldProblem | null;
}

/** Largest quantities the database keeps: numeric(12,2) and numeric(14,6). */
const HUNDREDTHS = { places: 2, limit: 10 ** 12 } as const;
const MILLIONTHS = { places: 6, limit: 10 ** 14 } as const;
/** Statements repeat dates and types; a file made to be different in every cell must not fill the memory. */
const REMEMBERED_MAX = 20_000;

export interface LineReader {
  judgeType(values: RowValues): TypeJudgement;
  read(row: DataRow): RowOutcome;
}

/** Reads data rows into lines: required fields or a failure with all its reasons, optional ones or a warning (contract 3). */
export function lineReader(config: StatementConfig, period: Period): LineReader {
  const isIgnored = compilePatterns(config.transactionTypes.ignore);
  const isChargeback = compilePatterns(config.transactionTypes.chargeback);
  const judge = remembering(
    (type: string): TypeJudgement => ({
      isIgnored: type !== '' && isIgnored(type),
      isChargeback: type !== '' && isChargeback(type),
    }),
  );
  const judgeType = (values: RowValues) => judge(legibleText(values.cell('transaction_type')));
  const lineOf = lineMaker(config);
  return {
    judgeType,
    read(row) {
      const { values, member, amount } = row;
      const isTakenBack = config.sign === 'by_type' && judgeType(values).isChargeback;
      const { line, warnings } = lineOf(row, amount.ok ? signed(amount.amount, isTakenBack, config) : 0);
      if (config.statementMode === 'rolling' && isElsewhere(line, period)) return { kind: 'outside-period' };
      if (!member.ok || !amount.ok || row.ragged !== null || (config.statementMode === 'rolling' && isNowhere(line))) {
        return { kind: 'failure', problems: problemsOf(row, config, isNowhere(line)) };
      }
      return { kind: 'line', line, warnings };
    },
  };
}

type Dated = Pick<StatementLine, 'coverageMonth' | 'paidDate'>;

function isElsewhere({ coverageMonth, paidDate }: Dated, period: Period): boolean {
  return (coverageMonth ?? paidDate) !== null && coverageMonth !== period && paidDate?.slice(0, 7) !== period;
}

function isNowhere({ coverageMonth, paidDate }: Dated): boolean {
  return coverageMonth === null && paidDate === null;
}

function problemsOf(row: DataRow, config: StatementConfig, isNowhereDated: boolean): readonly FieldProblem[] {
  const { values, member, amount } = row;
  const problems: FieldProblem[] = row.ragged === null ? [] : [row.ragged];
  if (!member.ok) {
    problems.push({ field: 'member_external_id', problem: member.problem, cell: values.cell('member_external_id') });
  }
  if (!amount.ok) {
    problems.push({ field: 'commission_amount', problem: amount.problem, cell: values.cell('commission_amount') });
  }
  if (config.statementMode === 'rolling' && isNowhereDated) {
    problems.push({
      field: 'coverage_month and paid_date',
      problem: 'say nothing of the month the row is for',
      cell: '',
    });
  }
  return problems;
}

/** Money paid to the agency is positive, money taken back negative, whatever the carrier prints. */
function signed(amount: Money, isChargebackByType: boolean, config: StatementConfig): Money {
  if (config.sign === 'inverted') return 0 - amount;
  return isChargebackByType ? 0 - Math.abs(amount) : amount;
}

/** No row has had a warning yet. */
const NO_WARNINGS: readonly FieldProblem[] = [];

/**
 * Makes the line of a row in one piece. An optional field that is unreadable is null, and a warning says so; of a row
 * whose required fields can't be read the line is never used.
 */
function lineMaker(config: StatementConfig) {
  let values: RowValues;
  let warnings = NO_WARNINGS;
  const dateOf = rememberingCells((cell) => readDate(cell, config.dates));
  const monthOf = rememberingCells((cell) => readMonth(cell, config.dates));
  const refuse = (field: ColumnName, problem: string, cell: Cell): null => {
    warnings = [...warnings, { field, problem, cell }];
    return null;
  };
  const text = (name: ColumnName): string | null => {
    const shown = displayedText(values.cell(name));
    if (isSpreadsheetError(shown)) return refuse(name, `is the spreadsheet error ${shown}`, '');
    return shown === '' ? null : shown;
  };
  const id = (name: ColumnName): string | null => {
    const cell = values.cell(name);
    if (cell === '') return null;
    const reading = readId(cell);
    return reading.ok ? reading.id || null : refuse(name, reading.problem, cell);
  };
  const date = (name: ColumnName): string | null => {
    const cell = values.cell(name);
    if (cell === '') return null;
    const reading = dateOf(cell);
    return reading.ok ? reading.date : refuse(name, reading.problem, cell);
  };
  const month = (name: ColumnName): Period | null => {
    const cell = values.cell(name);
    if (cell === '') return null;
    const reading = monthOf(cell);
    return reading.ok ? reading.month : refuse(name, reading.problem, cell);
  };
  const quantity = (name: ColumnName, scale: Scale): number | null => {
    const cell = values.cell(name);
    if (isBlank(cell)) return null;
    const reading = readQuantity(cell, config.amounts.decimal, scale);
    return reading.ok ? reading.quantity : refuse(name, reading.problem, cell);
  };
  const premium = (): Money | null => {
    const reading = values.premium();
    if (reading.ok) return reading.amount;
    return reading === BLANK ? null : refuse('premium_amount', reading.problem, values.cell('premium_amount'));
  };
  const memberName = (): string | null =>
    text('member_name') ?? ([text('first_name'), text('last_name')].filter((part) => part !== null).join(' ') || null);

  return (data: DataRow, amount: Money): MadeLine => {
    const { sheet, row, member } = data;
    values = data.values;
    warnings = NO_WARNINGS;
    const line: StatementLine = {
      sheet,
      row,
      memberKey: member.ok ? member.memberKey : '',
      memberExternalId: member.ok ? member.memberExternalId : '',
      amount,
      policyNumber: id('policy_number'),
      memberName: memberName(),
      email: text('email'),
      planName: text('plan_name'),
      planCode: text('plan_code'),
      productType: text('product_type'),
      premium: premium(),
      lives: quantity('lives', HUNDREDTHS),
      rate: quantity('rate', MILLIONTHS),
      effectiveDate: date('effective_date'),
      termDate: date('term_date'),
      termReason: text('term_reason'),
      coverageMonth: month('coverage_month'),
      paidDate: date('paid_date'),
      paidThrough: date('paid_through'),
      monthsPaid: quantity('months_paid', HUNDREDTHS),
      transactionType: text('transaction_type'),
      agentId: id('agent_id'),
      agentName: text('agent_name'),
      state: text('state'),
      carrierStatus: text('carrier_status'),
      renewalDate: date('renewal_date'),
    };
    return { line, warnings };
  };
}

interface MadeLine {
  readonly line: StatementLine;
  readonly warnings: readonly FieldProblem[];
}

function remembering<K, T>(read: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    if (known.size < REMEMBERED_MAX) known.set(key, value);
    return value;
  };
}

/** Numbers are remembered by format, because the same number is another day in another one. */
function rememberingCells<T>(read: (cell: Cell) => T): (cell: Cell) => T {
  const texts = remembering<string, T>(read);
  const byFormat = remembering((format: NumberFormat) => remembering((value: number) => read({ value, format })));
  return (cell) => (typeof cell === 'string' ? texts(cell) : byFormat(cell.format)(cell.value));
}
