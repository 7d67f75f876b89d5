import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { AmountReading } from './amount.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import { type FieldProblem, type FieldReader, fieldReader } from './field-reader.ts';
import type { StatementLine } from './line.ts';
import type { MemberIdReading } from './member-key.ts';
import { compilePatterns } from './pattern.ts';
import { remembering } from './remembering.ts';
import type { RowValues } from './row-values.ts';

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
  const fields = fieldReader(config);
  return {
    judgeType,
    read(row) {
      const { values, member, amount } = row;
      const isTakenBack = config.sign === 'by_type' && judgeType(values).isChargeback;
      fields.enter(values);
      const line = lineOf(row, amount.ok ? signed(amount.amount, isTakenBack, config) : 0, fields);
      if (config.statementMode === 'rolling' && isElsewhere(line, period)) return { kind: 'outside-period' };
      if (!member.ok || !amount.ok || row.ragged !== null || (config.statementMode === 'rolling' && isNowhere(line))) {
        return { kind: 'failure', problems: problemsOf(row, config, isNowhere(line)) };
      }
      return { kind: 'line', line, warnings: fields.warnings() };
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

/** The line of a row, made in one piece; of a row whose required fields can't be read it is never used. */
function lineOf({ sheet, row, member }: DataRow, amount: Money, fields: FieldReader): StatementLine {
  return {
    sheet,
    row,
    memberKey: member.ok ? member.memberKey : '',
    memberExternalId: member.ok ? member.memberExternalId : '',
    amount,
    policyNumber: fields.id('policy_number'),
    memberName: fields.text('member_name') ?? nameOfParts(fields),
    email: fields.text('email'),
    planName: fields.sharedText('plan_name'),
    planCode: fields.sharedText('plan_code'),
    productType: fields.sharedText('product_type'),
    premium: fields.premium(),
    lives: fields.quantity('lives', HUNDREDTHS),
    rate: fields.quantity('rate', MILLIONTHS),
    effectiveDate: fields.date('effective_date'),
    termDate: fields.date('term_date'),
    termReason: fields.sharedText('term_reason'),
    coverageMonth: fields.month('coverage_month'),
    paidDate: fields.date('paid_date'),
    paidThrough: fields.date('paid_through'),
    monthsPaid: fields.quantity('months_paid', HUNDREDTHS),
    transactionType: fields.sharedText('transaction_type'),
    agentId: fields.sharedId('agent_id'),
    agentName: fields.sharedText('agent_name'),
    state: fields.sharedText('state'),
    carrierStatus: fields.sharedText('carrier_status'),
    renewalDate: fields.date('renewal_date'),
  };
}

function nameOfParts(fields: FieldReader): string | null {
  const parts = [fields.text('first_name'), fields.text('last_name')];
  return parts.filter((part) => part !== null).join(' ') || null;
}
