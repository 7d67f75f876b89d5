import { z } from 'zod';
import { ARCHIVE_SETTLE_SECONDS, type ArchivedBook } from '../../core/account/decide-archive.ts';
import { addMonths, namedPeriod, type Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { monthArchived } from '../../core/refusals.ts';

/**
 * Refuses requests for rows of archived months, so that no answer has a part of a month (docs/howto/archive-old-months.md). A request is
 * refused by the months, jobs and files that it names, unless its operation is known to answer from rows that stay.
 */

/** The books of an account with archived months, and the months of its jobs and files. */
export interface ArchiveReads {
  listBooks(accountId: string): Promise<readonly ArchivedBook[]>;
  /** Returns the month of a job or a file; null when the account has none with the id. */
  findMonth(accountId: string, id: { readonly jobId?: string; readonly fileId?: string }): Promise<MonthOfBook | null>;
}

export interface MonthOfBook {
  readonly period: Period;
  readonly workspaceId: string;
  readonly carrierId: string;
}

/**
 * Operations that answer from rollups, files, jobs and other rows that no archive takes, or from the rows of which the archive leaves all
 * that they read. A test compares each answer before and after. The database itself refuses changes.
 */
const READS_WHAT_STAYS: ReadonlySet<string> = new Set([
  ...['getRollup', 'getAttrition', 'getAttritionSeries', 'getCumulative', 'getCarrierScorecards', 'getDataQuality'],
  ...['listMonths', 'getMonth', 'listFiles', 'getFile', 'listJobs', 'getJob', 'getJobExceptions', 'getJobFailedRows'],
  ...['getFileOriginal', 'purgeFile', 'updateLeftFile', 'listCarrierEvents', 'listUnassignedLines'],
  ...['getRecoverable', 'getOwedWorksheet', 'listEvents', 'listAuditEntries', 'listIntake', 'listDeliveries'],
]);

/** A field of answers over all months. */
export const archivedField = {
  archivedThrough: z
    .string()
    .optional()
    .describe('Some rows of this month and earlier ones are archived, and missing here. Absent: none is.'),
};

const month = z.string().regex(/^\d{4}-\d{2}/);
const number = z.coerce.number().int();
const named = z.object({
  period: month.optional().catch(undefined),
  from: month.optional().catch(undefined),
  to: month.optional().catch(undefined),
  since: month.optional().catch(undefined),
  months: z
    .union([number, z.array(month)])
    .optional()
    .catch(undefined),
  year: number.optional().catch(undefined),
  periodYear: number.optional().catch(undefined),
  periodMonth: number.optional().catch(undefined),
  carrierId: z.string().optional().catch(undefined),
  workspaceId: z.string().optional().catch(undefined),
  jobId: z.string().optional().catch(undefined),
  fileId: z.string().optional().catch(undefined),
});
type Named = z.output<typeof named>;

const parts = z.object({
  params: z.looseObject({}).optional(),
  query: z.looseObject({}).optional(),
  json: z.looseObject({}).optional().catch(undefined),
  form: z.looseObject({}).optional().catch(undefined),
});

/** Returns the first month that a request names; null when it names none. */
function firstMonthNamed(request: Named): Period | null {
  const { from, to, since, months, year } = request;
  const own = namedPeriod(request);
  const all = [own, from, to, since, ...(Array.isArray(months) ? months : [])]
    .filter((each) => typeof each === 'string')
    .map((each) => each.slice(0, 7));
  if (typeof months === 'number' && to !== undefined) all.push(addMonths(to.slice(0, 7), 1 - months));
  for (const each of [year, request.periodMonth === undefined ? request.periodYear : undefined])
    if (each !== undefined) all.push(`${String(each).padStart(4, '0')}-01`);
  return all.toSorted()[0] ?? null;
}

interface ArchivedRequest {
  readonly operationId: string;
  readonly accountId: string;
  readonly input: unknown;
  readonly books: readonly ArchivedBook[];
  /** The milliseconds since the books were read. */
  readonly waitedMs: number;
}

/** After the check a request may wait for a connection or a place for reports, and begins to read before an archive deletes. */
const OVERTAKEN_MS = (ARCHIVE_SETTLE_SECONDS * 1_000) / 6;

/** Refuses a request whose body came so slowly that months were archived meanwhile; null allows it. A repeated one is answered. */
async function refuseOvertaken(
  reads: Pick<ArchiveReads, 'listBooks'>,
  { accountId, books, waitedMs }: ArchivedRequest,
): Promise<Refused | null> {
  if (waitedMs < OVERTAKEN_MS) return null;
  const now = await reads.listBooks(accountId);
  return JSON.stringify(now) === JSON.stringify(books) ? null : refuseWithArchive(now);
}

/** Refuses a request that would read rows of an archived month, or of the month that was compared with it; null allows it. */
export async function refuseArchivedRows(reads: ArchiveReads, request: ArchivedRequest): Promise<Refused | null> {
  return (await refuseOvertaken(reads, request)) ?? refuseNamed(reads, request);
}

async function refuseNamed(
  reads: Pick<ArchiveReads, 'findMonth'>,
  { operationId, accountId, input, books }: ArchivedRequest,
): Promise<Refused | null> {
  if (books.length === 0 || READS_WHAT_STAYS.has(operationId)) return null;
  const { params, query, json, form } = parts.parse(input);
  const request = named.parse({ ...form, ...json, ...query, ...params });
  const { jobId, fileId, carrierId, workspaceId } = request;
  const wanted: { readonly period: Period; readonly carrierId?: string; readonly workspaceId?: string }[] = [];
  const period = firstMonthNamed(request);
  if (period !== null)
    wanted.push({
      period,
      ...(carrierId !== undefined && { carrierId }),
      ...(workspaceId !== undefined && { workspaceId }),
    });
  if (jobId !== undefined || fileId !== undefined) {
    const own = await reads.findMonth(accountId, {
      ...(jobId !== undefined && { jobId }),
      ...(fileId !== undefined && { fileId }),
    });
    if (own !== null) wanted.push(own);
  }
  const reached = wanted.find((each) =>
    books.some(
      (book) =>
        book.heldThrough >= each.period &&
        (each.carrierId ?? book.carrierId) === book.carrierId &&
        (each.workspaceId ?? book.workspaceId) === book.workspaceId,
    ),
  );
  return reached === undefined ? null : monthArchived(reached.period);
}

/** Returns the last archived month of the books that a filter names, as the field of an answer; empty without one. */
export function archivedOf(
  books: readonly ArchivedBook[],
  {
    carrierId,
    workspaceId,
  }: { readonly carrierId?: string | undefined; readonly workspaceId?: string | undefined } = {},
): { readonly archivedThrough?: Period } {
  const [through] = books
    .filter(
      (book) =>
        (carrierId ?? book.carrierId) === book.carrierId && (workspaceId ?? book.workspaceId) === book.workspaceId,
    )
    .map((book) => book.archivedThrough)
    .toSorted()
    .toReversed();
  return through === undefined ? {} : { archivedThrough: through };
}

/** Refuses an answer that needs all rows of an account with archived months; null allows it. */
export function refuseWithArchive(books: readonly ArchivedBook[]): Refused | null {
  const { archivedThrough } = archivedOf(books);
  return archivedThrough === undefined ? null : monthArchived(archivedThrough);
}
