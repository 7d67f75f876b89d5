import { z } from 'zod';
import { addMoney, type Money, moneyToDollars } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { refuseField } from '../../core/refuse.ts';
import {
  COLUMN_NAMES,
  columnSource,
  isNumberField,
  keepingAllMonths,
  type NumberField,
  OPTIONAL_COLUMNS,
  type StatementConfig,
  statementConfigSchema,
  type TextField,
} from '../../core/statement/config.ts';
import type { MappedStatement, StatementLine } from '../../core/statement/line.ts';
import { type Mapping, mapStatement } from '../../core/statement/map-statement.ts';
import { type ReadOptions, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { unassignedTotals } from '../../core/statement/unassigned-line.ts';
import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { warning } from '../platform/shared-fields.ts';

/**
 * A dry run of a configuration on a file (docs/reference/carriers-and-formats.md#configurations). It returns what a job would make of the
 * file and stores nothing.
 */

export interface ConfigTrial {
  readonly config: StatementConfig;
  readonly bytes: Uint8Array;
  /** The period that a rolling statement is filtered by; null keeps the rows of all months. */
  readonly period: Period | null;
}

const text = z.string().nullable();

const number = z.number().nullable();

const optionalColumns = Object.fromEntries(
  OPTIONAL_COLUMNS.map(([column, field]) => [column, isNumberField(field) ? number : text]),
);

/** The canonical fields in the order of a configuration's columns; the name is shown joined, as it is stored. */
export const trialRow = z
  .object({
    row: z.int().describe('1-based row of the file or sheet, or line of its page for a PDF.'),
    member_external_id: z.string(),
    commission_amount: z.number().describe('After the sign rule.'),
    ...optionalColumns,
  })
  .meta({ id: 'TrialRow' });

export const configTrial = z
  .object({
    mapped: z.int(),
    unassigned: z.int().describe('Rows with money that belongs to no member.'),
    failed: z.int(),
    skipped: z.int(),
    skippedBy: z.record(z.string(), z.int()).describe('The skipped rows by why they were skipped.'),
    rows: z.array(trialRow).readonly().describe('The first 20 mapped rows.'),
    failures: z
      .array(z.object({ row: z.int(), errors: z.array(z.string()).readonly() }))
      .readonly()
      .describe('The first 100.'),
    rowWarnings: z
      .array(z.object({ row: z.int(), detail: z.string() }))
      .readonly()
      .describe('Rows accepted although something optional could not be read; the first 100.'),
    totals: z.object({
      commissionTotal: z.number().describe('With the money that belongs to no member.'),
      members: z.int(),
      chargebackCount: z.int(),
      chargebackAmount: z.number(),
    }),
    warnings: z.array(warning).readonly(),
  })
  .meta({ id: 'ConfigTrial' });
export type ConfigTrialResult = Readonly<z.output<typeof configTrial>>;

export interface TrialReading {
  readonly openStatement: OpenStatement;
  readonly clock: ProcessorClock;
}

/** Opens a file as a configuration declares it. Rejects with UnreadableFile. */
export type OpenStatement = (bytes: Uint8Array, options: ReadOptions) => Promise<StatementSource>;

const ROWS_SHOWN = 20;
const FAILURES_SHOWN = 100;

/** Tests a configuration on a file. Refuses a file that could not become lines as a whole, with the reason that a job would give. */
export async function testConfig(reading: TrialReading, trial: ConfigTrial): Promise<ConfigTrialResult | Refused> {
  const mapping = await mapTrial(reading, trial);
  if (mapping.kind === 'rejected') {
    const { code, detail } = mapping.rejection;
    return refuseField(code === 'unusable_patterns' ? 'config' : 'file', detail);
  }
  const { lines, unassigned, failures, skipped, rowWarnings, warnings } = mapping.statement;
  return {
    mapped: lines.length,
    unassigned: unassigned.length,
    failed: failures.length,
    skipped: Object.values(skipped).reduce((sum, count) => sum + count, 0),
    skippedBy: { ...skipped },
    rows: lines.slice(0, ROWS_SHOWN).map(trialRowOf),
    failures: failures.slice(0, FAILURES_SHOWN).map(({ row, errors }) => ({ row, errors })),
    rowWarnings: rowWarnings.slice(0, FAILURES_SHOWN).map(({ row, detail }) => ({ row, detail })),
    totals: totalsOf(lines, unassigned),
    warnings: isUnfiltered(trial) ? [...warnings, UNFILTERED] : warnings,
  };
}

const isUnfiltered = ({ config, period }: ConfigTrial) => config.statementMode === 'rolling' && period === null;

const UNFILTERED = {
  code: 'period_not_given',
  detail: 'A rolling statement is cut down to its period. None was given: rows of all months are shown.',
};

/**
 * Maps a file with a configuration. Without a period, a rolling statement keeps the rows of all months. Returns a rejection for an
 * unreadable file.
 */
export async function mapTrial({ openStatement, clock }: TrialReading, trial: ConfigTrial): Promise<Mapping> {
  const config = trial.period === null ? keepingAllMonths(trial.config) : trial.config;
  try {
    const source = await openStatement(trial.bytes, config);
    // Only a rolling statement uses its period, and a rolling trial always has one.
    return mapStatement(source, config, { period: trial.period ?? '', clock });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'rejected', rejection: { code: 'unreadable_file', detail: error.message } };
  }
}

/** Adds up the amounts of mapped lines and of money without a member, in dollars, and counts the members. */
export function totalsOf(
  lines: MappedStatement['lines'],
  unassigned: MappedStatement['unassigned'],
): ConfigTrialResult['totals'] {
  const { gross, chargebackAmount } = unassignedTotals(unassigned);
  let total: Money = gross - chargebackAmount;
  let chargebacks: Money = 0;
  for (const { amount } of lines) {
    total = addMoney(total, amount);
    if (amount < 0) chargebacks = addMoney(chargebacks, -amount);
  }
  const membersOf = (some: readonly StatementLine[]) => new Set(some.map(({ memberKey }) => memberKey)).size;
  return {
    commissionTotal: moneyToDollars(total),
    members: membersOf(lines),
    chargebackCount: membersOf(lines.filter(({ amount }) => amount < 0)),
    chargebackAmount: moneyToDollars(chargebacks),
  };
}

export type TrialRow = ReturnType<typeof trialRowOf>;

/** Numbers as people write them, by the units of a line. */
const PLAIN_NUMBER: Readonly<Record<NumberField, (value: number) => number>> = {
  premium: moneyToDollars,
  lives: (hundredths) => hundredths / 100,
  rate: (millionths) => millionths / 1_000_000,
  monthsPaid: (hundredths) => hundredths / 100,
  split: (millionths) => millionths / 1_000_000,
};

/** Returns a line with a configuration's column names, in dollars and plain numbers. First and last name are joined as `member_name`. */
export function trialRowOf(line: StatementLine) {
  return {
    row: line.row,
    member_external_id: line.memberExternalId,
    commission_amount: moneyToDollars(line.amount),
    ...Object.fromEntries(OPTIONAL_COLUMNS.map(([column, field]) => [column, plainValue(line, field)])),
  };
}

function plainValue(line: StatementLine, field: NumberField | TextField): string | number | null {
  if (!isNumberField(field)) return line[field];
  const value = line[field];
  return value === null ? null : PLAIN_NUMBER[field](value);
}

const columns = z
  .partialRecord(
    z.enum(COLUMN_NAMES),
    columnSource.meta({ id: 'ColumnSource', description: 'Where the value of a column comes from.' }),
  )
  .meta({
    id: 'StatementColumns',
    example: { member_external_id: ['Member ID', 'Subscriber ID'], commission_amount: 'Commission' },
  });

/** The fields of a statement format, without the rules between them, which core/statement/config.ts checks. */
export const configShape = { ...statementConfigSchema.shape, columns };

export const statementConfig = z.strictObject(configShape).meta({
  id: 'StatementConfig',
  description: 'How the statements of a carrier are read, with every option filled in.',
});
