import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { DownloadIds, DownloadReads, DownloadSubject } from '../../app/reads/download-reads.ts';
import type { HttpEnv } from './http-env.ts';

/** Makes names of downloaded files from the operation, the carrier and the months, such as `chargebacks-wellcare-2026-05`. */

export interface DownloadDeps {
  /** Finds the carrier that names a file. When absent, the names have no carrier. */
  readonly downloads?: DownloadReads | undefined;
}

/**
 * Looks up the carrier and month of a parsed request. The returned function makes the name from the JSON body or the head of the export.
 */
export type NameDownload = (input: unknown) => Promise<(body: unknown) => string>;

/** Makes the function that names the downloads of a route. It asks the database only for requests that name a carrier or a job. */
export function nameDownloads(c: Context<HttpEnv>, { downloads }: DownloadDeps, operationId: string): NameDownload {
  return async (input) => {
    const accountId = c.get('accountId');
    const ids = downloadIds(input);
    const isNamed = ids.carrierId !== undefined || ids.jobId !== undefined;
    const subject = isNamed && accountId !== undefined ? await downloads?.subject(accountId, ids) : null;
    return (body) => downloadName({ operationId, subject: subject ?? null, input, body });
  };
}

interface DownloadParts {
  readonly operationId: string;
  readonly subject: DownloadSubject | null;
  /** The parsed request. */
  readonly input: unknown;
  /** The JSON body, or the head of an export. It shows the months that the request left to their defaults. */
  readonly body: unknown;
}

/** Makes the name without its extension. It has only lower-case letters, digits and hyphens. */
function downloadName({ operationId, subject, input, body }: DownloadParts): string {
  const months = monthsOf(body) ?? monthsOf(partsOf(input)) ?? subject?.period ?? null;
  return [stemOf(operationId), subject?.carrierSlug, months].filter((part) => part != null).join('-');
}

/** Reads the ids that a parsed request names in its path or its query. */
function downloadIds(input: unknown): DownloadIds {
  const ids = IDS.safeParse(partsOf(input));
  return ids.success ? ids.data : {};
}

const IDS = z.object({ carrierId: z.string().optional(), jobId: z.string().optional() });

const PARTS = z.object({ params: z.looseObject({}).default({}), query: z.looseObject({}).default({}) });

/** Joins the path and query fields of a request. */
function partsOf(input: unknown): object {
  const parts = PARTS.safeParse(input);
  return parts.success ? { ...parts.data.query, ...parts.data.params } : {};
}

/** The operation without its verb: `getOwedWorksheet` gives "owed-worksheet". */
function stemOf(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+(?=[A-Z])/, '');
  return noun.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();
}

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .optional()
  .catch(undefined);
const number = z.number().optional().catch(undefined);
const range = { from: month, to: month };
const MONTHS = z.object({
  ...range,
  period: z.union([month, z.object({ year: z.int(), month: z.int() })]).catch(undefined),
  range: z.object(range).optional().catch(undefined),
  year: number,
  periodYear: number,
  periodMonth: number,
});

/** Describes the months that a body, a head or a query names; null when it names none. */
function monthsOf(value: unknown): string | null {
  const named = MONTHS.safeParse(value);
  if (!named.success) return null;
  const { period, range, year, periodYear = year, periodMonth } = named.data;
  if (typeof period === 'string') return period;
  if (period !== undefined) return monthText(period.year, period.month);
  const { from, to } = range ?? named.data;
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}-to-${to}`;
  if (from !== undefined || to !== undefined) return from === undefined ? `to-${to}` : `from-${from}`;
  if (periodYear === undefined) return null;
  return periodMonth === undefined ? String(periodYear) : monthText(periodYear, periodMonth);
}

const monthText = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;
