import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { AmountReading } from './amount.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import { type FieldProblem, fieldReader, type ReadField, type SheetFields } from './field-reader.ts';
import type { StatementLine } from './line.ts';
import { directionOf, isDefaultChargebacks, isReadableLength } from './line-kind.ts';
import type { MemberIdReading } from './member-key.ts';
import { compilePatterns, memoize, type PatternTest } from './pattern.ts';
import type { RowValues } from './row-values.ts';
import { UNLIMITED, type WorkBudget } from './work-budget.ts';

/** Result of a data row. */
export type RowOutcome =
  | { readonly kind: 'line'; readonly line: StatementLine; readonly warnings: readonly FieldProblem[] }
  | { readonly kind: 'failure'; readonly problems: readonly FieldProblem[] }
  /** A row whose fields were read, except for the member's id. The problems concern the id. */
  | {
      readonly kind: 'no-member';
      readonly line: StatementLine;
      readonly warnings: readonly FieldProblem[];
      readonly problems: readonly FieldProblem[];
    }
  | { readonly kind: 'outside-period' };

/** Judgement of a transaction type by the configured patterns. */
export interface TypeJudgement {
  readonly isIgnored: boolean;
  readonly isChargeback: boolean;
  /**
   * The type or description that says that the money goes back; null without one. A positive amount beside it is a doubt,
   * also where two words contradict each other or only the description says it.
   */
  readonly takenBackText: string | null;
  /** True when the type is too long for the patterns, so that its kind is unknown. */
  readonly isUnknown: boolean;
}

/** A row with its place, its member and its amount before the sign rule. */
export interface DataRow {
  readonly sheet: number;
  readonly row: number;
  readonly member: MemberIdReading;
  readonly amount: AmountReading;
  /** Problem of the row as a whole, or null. */
  readonly problem: FieldProblem | null;
}

/** Limits of the database columns numeric(12,2) and numeric(14,6). */
const HUNDREDTHS = { places: 2, limit: 10 ** 12 } as const;
const MILLIONTHS = { places: 6, limit: 10 ** 14 } as const;

/** Reads the rows of one sheet. */
export interface LineReader {
  /** Judges the transaction type of the current row. */
  judgeType(): TypeJudgement;
  /** Reads the current row. */
  read(row: DataRow): RowOutcome;
}

/**
 * Returns a factory of row readers, one per sheet (docs/reference/carriers-and-formats.md#reading-a-file). A fault in a
 * required field fails the row with all reasons, a fault in an optional field is a warning.
 */
export function lineReaders(
  config: StatementConfig,
  period: Period,
  budget: WorkBudget = UNLIMITED,
): (values: RowValues) => LineReader {
  const judgeText = memoize(typeJudge(config.transactionTypes, budget));
  const readsWords = isDefaultChargebacks(config.transactionTypes.chargeback);
  const isTakenBackText = memoize((text: string) => directionOf(text, 'description') !== null);
  const fieldsOf = fieldReader(config);
  return (values) => {
    const typeOf = values.reader('transaction_type');
    const descriptionOf = readsWords ? values.reader('description') : null;
    const judgeType = () => {
      const type = judgeText(typeOf === null ? '' : legibleText(typeOf()));
      if (type.takenBackText !== null || descriptionOf === null) return type;
      const description = legibleText(descriptionOf());
      return isTakenBackText(description) ? { ...type, takenBackText: description } : type;
    };
    const fields = fieldsOf.bind(values);
    const lineOf = lineMaker(fields);
    return {
      judgeType,
      read(row) {
        const { member, amount } = row;
        const isTakenBack = config.sign === 'by_type' && judgeType().isChargeback;
        fields.enter();
        const line = lineOf(row, amount.ok ? signed(amount.amount, isTakenBack, config) : 0);
        if (config.statementMode === 'rolling' && isOfOtherMonth(line, period)) return { kind: 'outside-period' };
        const isUndated = config.statementMode === 'rolling' && hasNoMonth(line);
        const isReadable = amount.ok && row.problem === null && !isUndated;
        if (isReadable && member.ok) return { kind: 'line', line, warnings: fields.warnings() };
        const problems = problemsOf(row, { values, isUndated });
        if (isReadable) return { kind: 'no-member', line, warnings: fields.warnings(), problems };
        return { kind: 'failure', problems };
      },
    };
  };
}

const NO_TYPE: TypeJudgement = { isIgnored: false, isChargeback: false, takenBackText: null, isUnknown: false };

/** Judges types by a format's own patterns, or by the usual words where the format has the default list. */
function typeJudge(
  { ignore, chargeback }: StatementConfig['transactionTypes'],
  budget: WorkBudget,
): (type: string) => TypeJudgement {
  const isIgnored = compilePatterns(ignore, budget);
  const readsWords = isDefaultChargebacks(chargeback);
  const isChargeback = readsWords ? saysBack : compilePatterns(chargeback, budget);
  return (type) => {
    if (type === '') return NO_TYPE;
    const ignored = isIgnored(type);
    const takenBack = isChargeback(type);
    return {
      isIgnored: ignored === true,
      isChargeback: takenBack === true,
      takenBackText: takenBack === true || (readsWords && directionOf(type, 'type') !== null) ? type : null,
      isUnknown: ignored === null || takenBack === null,
    };
  };
}

const saysBack: PatternTest = (type) => (isReadableLength(type) ? directionOf(type, 'type') === 'back' : null);

type Dated = Pick<StatementLine, 'coverageMonth' | 'paidDate'>;

/** Returns whether a row names months, and neither is the period. */
function isOfOtherMonth({ coverageMonth, paidDate }: Dated, period: Period): boolean {
  return (coverageMonth ?? paidDate) !== null && coverageMonth !== period && paidDate?.slice(0, 7) !== period;
}

function hasNoMonth({ coverageMonth, paidDate }: Dated): boolean {
  return coverageMonth === null && paidDate === null;
}

function problemsOf(
  row: DataRow,
  { values, isUndated }: { readonly values: RowValues; readonly isUndated: boolean },
): readonly FieldProblem[] {
  const { member, amount } = row;
  const problems: FieldProblem[] = row.problem === null ? [] : [row.problem];
  if (!member.ok) {
    problems.push({ field: 'member_external_id', problem: member.problem, cell: values.cell('member_external_id') });
  }
  if (!amount.ok) {
    problems.push({ field: 'commission_amount', problem: amount.problem, cell: values.cell('commission_amount') });
  }
  if (isUndated) {
    problems.push({
      field: 'coverage_month and paid_date',
      problem: 'say nothing of the month the row is for',
      cell: '',
    });
  }
  return problems;
}

/** Applies the sign rule: money paid to the agency is positive, money taken back negative. */
function signed(amount: Money, isChargebackByType: boolean, config: StatementConfig): Money {
  if (config.sign === 'inverted') return 0 - amount;
  return isChargebackByType ? 0 - Math.abs(amount) : amount;
}

/**
 * Builds a function that makes the line of a row at once. The line is discarded when a required field is unreadable.
 */
function lineMaker(fields: SheetFields): (row: DataRow, amount: Money) => StatementLine {
  const policyNumber = fields.id('policy_number');
  const memberName = fields.text('member_name');
  const parts = [fields.text('first_name'), fields.text('last_name')];
  const email = fields.text('email');
  const planName = fields.sharedText('plan_name');
  const planCode = fields.sharedText('plan_code');
  const productType = fields.sharedText('product_type');
  const lives = fields.quantity('lives', HUNDREDTHS);
  const rate = fields.quantity('rate', MILLIONTHS);
  const effectiveDate = fields.date('effective_date');
  const termDate = fields.date('term_date');
  const termReason = fields.sharedText('term_reason');
  const coverageMonth = fields.month('coverage_month');
  const paidDate = fields.date('paid_date');
  const paidThrough = fields.date('paid_through');
  const monthsPaid = fields.quantity('months_paid', HUNDREDTHS);
  const transactionType = fields.sharedText('transaction_type');
  const agentId = fields.sharedId('agent_id');
  const agentName = fields.sharedText('agent_name');
  const state = fields.sharedText('state');
  const county = fields.sharedText('county');
  const carrierStatus = fields.sharedText('carrier_status');
  const renewalDate = fields.date('renewal_date');
  const description = fields.sharedText('description');
  const split = fields.quantity('split', MILLIONTHS);
  const alternateMemberId = fields.id('alternate_member_id');
  return ({ sheet, row, member }, amount) => ({
    sheet,
    row,
    memberKey: member.ok ? member.memberKey : '',
    memberExternalId: member.ok ? member.memberExternalId : '',
    amount,
    policyNumber: policyNumber(),
    memberName: memberName() ?? joined(parts),
    email: email(),
    planName: planName(),
    planCode: planCode(),
    productType: productType(),
    premium: fields.premium(),
    lives: lives(),
    rate: rate(),
    effectiveDate: effectiveDate(),
    termDate: termDate(),
    termReason: termReason(),
    coverageMonth: coverageMonth(),
    paidDate: paidDate(),
    paidThrough: paidThrough(),
    monthsPaid: monthsPaid(),
    transactionType: transactionType(),
    agentId: agentId(),
    agentName: agentName(),
    state: state(),
    county: county(),
    carrierStatus: carrierStatus(),
    renewalDate: renewalDate(),
    description: description(),
    split: split(),
    alternateMemberId: alternateMemberId(),
  });
}

function joined(parts: readonly ReadField<string>[]): string | null {
  return (
    parts
      .map((part) => part())
      .filter((part) => part !== null)
      .join(' ') || null
  );
}
