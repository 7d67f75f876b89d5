import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PRODUCT_LINES } from '../../core/catalogue/shared-carrier.ts';
import { monthsOfPlaces, namingPlaces } from '../../core/infer/assign-columns.ts';
import {
  type IdentifiableCarrier,
  type IdentifiedCarrier,
  identifyCarrier,
} from '../../core/infer/identify-carrier.ts';
import { agreedMonths, monthsOfRows, type NamedMonth, statementMonth } from '../../core/infer/named-months.ts';
import { carrierRanking } from '../../core/infer/rank-carriers.ts';
import { judgeMonth } from '../../core/infer/statement-month.ts';
import { commonestMonth, type PeriodFinding } from '../../core/intake/find-period.ts';
import { isStatementPeriod, monthIndex, type Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { keepingAllMonths, type StatementConfig } from '../../core/statement/config.ts';
import type { StatementWarning } from '../../core/statement/line.ts';
import { type Mapping, mapStatement } from '../../core/statement/map-statement.ts';
import { type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { fullMonthName } from '../../core/wording.ts';
import { warning } from '../platform/shared-fields.ts';
import {
  formatInference,
  type InferredFormat,
  inferFormat,
  type OpenAnyStatement,
  refusingUnreadable,
  share,
} from './infer-format.ts';
import { type ConfigTrialResult, mapTrial, type TrialReading, totalsOf } from './test-config.ts';

/** Identifies the carrier, format and month of a file (docs/reference/carriers-and-formats.md#identify). Nothing is stored. */

export interface IdentificationInput {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** All carriers that the account sees. */
  readonly candidates: readonly IdentifiableCarrier[];
  /** Today as YYYY-MM-DD. Months after the next month are not accepted as the month of a statement. */
  readonly today: string;
}

const period = z.string().meta({ example: '2026-04' });

const monthPlace = z.enum(['title', 'sheet_name', 'file_name', 'rows']);

export const brandRanking = z.object({ groupId: z.string(), ...carrierRanking.shape }).meta({ id: 'CarrierRanking' });

const identifiedCarrier = z
  .object({
    carrierId: z.string(),
    name: z.string(),
    slug: z.string(),
    productLine: z.enum(PRODUCT_LINES).nullable(),
    shared: z.boolean().describe('Of the shared catalogue.'),
    configVersion: z.int().nullable().describe('The version of the format that the file was read with.'),
    latestPeriod: period.nullable().describe('The latest month on file for this carrier.'),
    confidence: share,
    reasons: z.array(z.string()).readonly(),
  })
  .meta({ id: 'IdentifiedCarrier' });

export const identifiedStatement = z
  .object({
    fileType: z.enum(['csv', 'xlsx', 'pdf']),
    checksumSha256: z.string().describe('Of the bytes. List files with it to see whether they are on record already.'),
    summary: z
      .string()
      .nullable()
      .describe(
        'Carrier, month, members and total in one line, to be confirmed by a person; null when the file was not read.',
      ),
    ambiguous: z.boolean().describe('Two carriers fit alike, or the best does not fit well.'),
    best: z.union([identifiedCarrier, z.null()]).describe('The carrier to upload for; null when it is not certain.'),
    ranked: z.array(identifiedCarrier).readonly().describe('At most five carriers, best first.'),
    period: period.nullable().describe('The month of the statement; null when the file does not tell.'),
    periodFoundIn: monthPlace.nullable(),
    periodQuestion: z
      .string()
      .nullable()
      .describe(
        'Asks a person which month is right, when the name of the file, its titles and its rows contradict each other.',
      ),
    months: z
      .array(
        z.object({
          period,
          foundIn: monthPlace,
          kind: z
            .enum(['statement', 'coverage', 'payment'])
            .describe('The month of the statement, of the coverage that is paid, or of the payment.'),
          text: z.string().describe('The text that names the month.'),
        }),
      )
      .readonly()
      .describe('All months that the file names.'),
    statement: z
      .object({
        readWith: z
          .enum(['carrier', 'inferred'])
          .describe('The format: that of the first carrier of the list, or the inferred one.'),
        rows: z.int(),
        failed: z.int().describe('Rows that can not be read and are not in the total.'),
        members: z.int(),
        commissionTotal: z.number().describe('With the money that belongs to no member.'),
        chargebackAmount: z.number(),
        warnings: z
          .array(warning)
          .readonly()
          .describe('What a job would warn of: for example footer_variance, when the file prints another total.'),
      })
      .nullable()
      .describe('The whole file; null when no format reads it.'),
    inferred: z.union([formatInference, z.null()]).describe('A proposed format, when no carrier is certain.'),
    notes: z.array(z.string()).readonly(),
  })
  .meta({ id: 'IdentifiedStatement' });
export type IdentifiedStatement = Readonly<z.output<typeof identifiedStatement>>;

export interface StatementFigures {
  readonly readWith: 'carrier' | 'inferred';
  readonly rows: number;
  readonly failed: number;
  readonly members: number;
  readonly commissionTotal: number;
  readonly chargebackAmount: number;
  /** Reasons to look at the statement before the file is stored, such as a printed total that differs from the one that was read. */
  readonly warnings: readonly StatementWarning[];
}

export interface IdentificationReading extends TrialReading {
  readonly openAny: OpenAnyStatement;
}

/** The number of carriers that an answer lists. */
const RANKED_SHOWN = 5;
/** From this confidence on an inferred format is certain of the member's id and the amount. */
const INFERRED_CERTAIN = 0.8;

/** Identifies a file. Refuses bytes that can't be read. */
export async function identifyStatement(
  reading: IdentificationReading,
  { bytes, fileName, candidates, today }: IdentificationInput,
): Promise<IdentifiedStatement | Refused> {
  const opened = await refusingUnreadable(async () => {
    const { source } = await reading.openAny(bytes);
    const places = namingPlaces(source, fileName);
    return { source, places, found: identifyCarrier({ source, texts: places.texts }, candidates, reading.clock) };
  });
  if (isRefused(opened)) return opened;
  const { source, places, found } = opened;
  const { best, ambiguous, ranked } = found;
  const first = best ?? (ambiguous ? ranked[0] : undefined);
  const chosen = candidates.find(
    ({ carrierId, configVersion }) => carrierId === first?.carrierId && configVersion === first.configVersion,
  );
  const carrierConfig = chosen?.config ?? null;
  const inferred =
    best === null ? await inferFormat(reading, { bytes, fileName, sheetName: undefined, current: null }) : null;
  if (isRefused(inferred)) return inferred;
  const isInferred = carrierConfig === null && inferred !== null && inferred.confidence >= INFERRED_CERTAIN;
  const config = carrierConfig ?? (isInferred ? inferred.config : null);
  const namedMonths = monthsOfPlaces(places, config?.dates ?? US_DATES).filter(({ period }) =>
    isStatementPeriod(period, today),
  );
  const whole =
    config === null ? null : await readWhole(reading, { bytes, config, period: statementMonth(namedMonths)?.period });
  const rows = hasMonths(whole, config) ? whole : await readProposed(reading, { bytes, fileName, inferred });
  const rowMonths = rows?.months.filter(({ period }) => isStatementPeriod(period, today)) ?? [];
  const months = [...namedMonths, ...rowMonths];
  const newest = chosen?.newest ?? null;
  const agreed = rows?.agreed.filter(({ period }) => isStatementPeriod(period, today)) ?? [];
  const usualDistance = newest === null ? null : monthIndex(newest.coverageMonth) - monthIndex(newest.period);
  const { month, question: periodQuestion } = judgeMonth({ months, agreed, usualDistance });
  // The figures are those of the first file, and a reader would take them for the figures of the whole archive.
  const isOneOfSeveral = (source.archive?.files ?? 1) > 1;
  const figures = isOneOfSeveral ? null : (whole?.figures ?? null);
  const carrierName = first?.name ?? null;
  return {
    fileType: source.fileType,
    checksumSha256: createHash('sha256').update(bytes).digest('hex'),
    summary: figures === null ? null : summaryOf(figures, { carrierName, period: month?.period ?? null }),
    ...{ ambiguous, best, ranked: ranked.slice(0, RANKED_SHOWN) },
    ...{ period: month?.period ?? null, periodFoundIn: month?.foundIn ?? null, periodQuestion, months },
    statement: figures === null ? null : { readWith: isInferred ? 'inferred' : 'carrier', ...figures },
    inferred,
    notes: [...archiveNotes(source), ...notesOf({ first, ambiguous, config }), ...(whole?.notes ?? [])],
  };
}

const US_DATES: StatementConfig['dates'] = { order: 'MDY', openEnded: [] };

/** Returns whether the rows need no other reading for their months. Rows of totals or of many months agree on no month. */
function hasMonths(whole: WholeReading | null, config: StatementConfig | null): boolean {
  if (config !== null && config.statementMode !== 'period') return true;
  return whole !== null && whole.months.length > 0;
}

/**
 * Reads the whole file with the proposed format, for the months of its rows. A carrier's format may leave the column of months out. Null
 * when nothing can be proposed.
 */
async function readProposed(
  reading: IdentificationReading,
  {
    bytes,
    fileName,
    inferred,
  }: Pick<IdentificationInput, 'bytes' | 'fileName'> & {
    readonly inferred: InferredFormat | null;
  },
): Promise<WholeReading | null> {
  const proposed = inferred ?? (await inferFormat(reading, { bytes, fileName, sheetName: undefined, current: null }));
  if (isRefused(proposed)) return null;
  const { config } = proposed;
  const { member_external_id: id, coverage_month: coverage, paid_date: paid } = config.columns;
  if (id === undefined || (coverage === undefined && paid === undefined)) return null;
  return readWhole(reading, { bytes, config });
}

interface WholeReading {
  readonly figures: Omit<StatementFigures, 'readWith'> | null;
  readonly months: readonly NamedMonth[];
  /** The months on which nearly all rows agree. */
  readonly agreed: readonly NamedMonth[];
  readonly notes: readonly string[];
}

/** Reads the whole file with one format. The figures are null when the file is rejected. */
async function readWhole(
  reading: TrialReading,
  {
    bytes,
    config,
    period,
  }: { readonly bytes: Uint8Array; readonly config: StatementConfig; readonly period?: Period | undefined },
): Promise<WholeReading> {
  const mapping = await mapTrial(reading, { bytes, config, period: period ?? null });
  if (mapping.kind === 'rejected') return { figures: null, months: [], agreed: [], notes: [mapping.rejection.detail] };
  const { lines, unassigned, failures, warnings } = mapping.statement;
  const { members, commissionTotal, chargebackAmount } = totalsOf(lines, unassigned);
  const rows = lines.length + unassigned.length;
  return {
    figures: { rows, failed: failures.length, members, commissionTotal, chargebackAmount, warnings },
    months: monthsOfRows(lines),
    agreed: agreedMonths(lines, config.statementMode),
    notes: failures.length === 0 ? [] : [`${failures.length} rows can't be read and are not in the total.`],
  };
}

function summaryOf(
  { members, commissionTotal }: Pick<ConfigTrialResult['totals'], 'members' | 'commissionTotal'>,
  { carrierName, period }: { readonly carrierName: string | null; readonly period: Period | null },
): string {
  const money = commissionTotal.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return [
    carrierName ?? 'Unknown carrier',
    period === null ? 'unknown month' : fullMonthName(period),
    `${members.toLocaleString('en-US')} ${members === 1 ? 'member' : 'members'}`,
    money,
  ].join(', ');
}

function archiveNotes({ archive }: StatementSource): readonly string[] {
  if (archive === undefined || archive.files < 2) return [];
  return [`The ZIP archive has ${archive.files} files. This is about the first of them, "${archive.fileName}".`];
}

function notesOf({
  first,
  ambiguous,
  config,
}: {
  readonly first: IdentifiedCarrier | undefined;
  readonly ambiguous: boolean;
  readonly config: StatementConfig | null;
}): readonly string[] {
  const notes: string[] = [];
  if (ambiguous) notes.push('The carrier is not certain: choose it from the list, best first.');
  else if (first === undefined)
    notes.push('No carrier of the account or the catalogue has a format that fits this file.');
  if (config?.statementMode === 'ytd') notes.push('The amounts are the totals of the year so far.');
  return notes;
}

const ROWS_DECIDE = 'The month is the one most of its rows are for.';

/**
 * Finds the month that most rows of a statement are for. The first of the layouts whose columns the file has reads it, as in a job. Returns
 * the reason when the rows do not tell, or the file can not be read.
 */
export async function monthOfRows(
  reading: TrialReading,
  { bytes, layouts }: { readonly bytes: Uint8Array; readonly layouts: readonly StatementConfig[] },
): Promise<PeriodFinding> {
  let reason = NO_LAYOUT;
  for (const [index, config] of layouts.entries()) {
    const mapping = await mapAllMonths(reading, bytes, config);
    if (mapping.kind === 'mapped')
      return completeReason(commonestMonth(mapping.statement.lines), { source: 'The statement', advice: ROWS_DECIDE });
    const { code, detail } = mapping.rejection;
    if (index > 0) continue;
    reason = detail;
    if (code !== 'missing_columns') break;
  }
  return { kind: 'unclear', reason };
}

const NO_LAYOUT = 'The carrier has no statement format.';

async function mapAllMonths(
  { openStatement, clock }: TrialReading,
  bytes: Uint8Array,
  config: StatementConfig,
): Promise<Mapping> {
  const unfiltered = keepingAllMonths(config);
  try {
    return mapStatement(await openStatement(bytes, unfiltered), unfiltered, { period: '', clock });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'rejected', rejection: { code: 'unreadable_file', detail: error.message } };
  }
}

/** Completes the reason of an unclear finding for the sender of the statement: where the month was looked for, and what to do. */
export function completeReason(
  finding: PeriodFinding,
  { source, advice }: { readonly source: string; readonly advice: string },
): PeriodFinding {
  return finding.kind === 'found' ? finding : { kind: 'unclear', reason: `${source} ${finding.reason}. ${advice}` };
}
