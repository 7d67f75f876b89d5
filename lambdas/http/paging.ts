import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { LIST_ROWS_MAX, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../core/limits/request-limits.ts';
import { TIME_ORDERS } from '../../core/page.ts';
import type { HttpEnv } from './http-env.ts';
import { integerText, type RequestShape } from './request-input.ts';

/** Returns true when the answer is a file with all rows: the client asked for no page, and the method is not HEAD. */
export function isWholeList(
  c: Context<HttpEnv>,
  isMainForm: boolean,
  { query }: Readonly<Record<string, unknown>>,
): boolean {
  return c.req.method === 'GET' && !isMainForm && !('limit' in Object(query));
}

/** Requests one page with all rows of a short list. A client cannot request that, because its limit is text. */
export function withoutPages(shape: RequestShape, raw: Readonly<Record<string, unknown>>) {
  const isPaged = shape.query instanceof z.ZodObject && 'limit' in shape.query.shape;
  return isPaged ? { ...raw, query: { ...Object(raw['query']), limit: LIST_ROWS_MAX } } : raw;
}

const FROM_OFFSET = z.object({ query: z.object({ offset: z.number() }) });

/** Returns the address of the rest of a list, after the given number of sent rows. */
export function restOfList(
  input: unknown,
  url: string,
  href: (path: string) => string,
): ((rows: number) => string) | null {
  const paged = FROM_OFFSET.safeParse(input);
  if (!paged.success) return null;
  const { pathname, searchParams } = new URL(url);
  return (rows) => {
    searchParams.set('offset', String(paged.data.query.offset + rows));
    return href(`${pathname}?${searchParams}`);
  };
}

/** Both styles of paging as routes declare them. core/page.ts makes the pages (docs/reference/requests.md#lists). */

/**
 * Returns whether the value is a limit. A client's limit is text. A number comes from the route itself, for a short list of which all rows
 * are requested (route.ts).
 */
const isLimit = (value: unknown) => (typeof value === 'string' ? /^\d+$/.test(value) : value === LIST_ROWS_MAX);

/** Rows per page: `rows` by default, and never more than the maximum. */
export function limitOf(rows: number, rowsMax = PAGE_LIMIT_MAX) {
  return z
    .custom<string | number>(isLimit, 'must be a whole number, at least 1')
    .transform((limit) => (typeof limit === 'string' ? Math.min(Number(limit), rowsMax) : limit))
    .refine((value) => value >= 1, 'must be at least 1')
    .default(rows)
    .openapi({
      type: 'integer',
      minimum: 1,
      default: rows,
      description: `Rows a page; more than ${rowsMax} gives ${rowsMax}. Without it CSV has all rows, from the offset or cursor on.`,
    });
}

const limit = limitOf(PAGE_LIMIT_DEFAULT);

/** The query fields of an offset list, to be spread: `z.strictObject({ ...offsetQuery, status: … })`. */
export const offsetQuery = {
  limit,
  offset: integerText({ min: 0 })
    .default(0)
    .openapi({ type: 'integer', minimum: 0, default: 0, description: 'Rows to skip: increase by limit.' }),
};

/** The order of a list by time, to be spread. */
export const sortQuery = {
  sort: z
    .enum(TIME_ORDERS)
    .default('newest')
    .openapi({ description: 'newest: the latest first. oldest: the other way round.' }),
};

/** The query of lists that are short in every account (docs/reference/requests.md#lists): one page holds all rows by default. */
export const shortListQuery = { ...offsetQuery, limit: limitOf(PAGE_LIMIT_MAX) };

/** The query fields of a cursor list, to be spread. */
export const cursorQuery = {
  limit,
  cursor: integerText({ min: 0, description: 'nextCursor of the page before; absent for the first page.' }).optional(),
};

/** The response schema of an offset list. */
export function offsetList<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    pagination: z
      .object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() })
      .openapi('OffsetPagination', { example: { limit: 50, offset: 0, hasMore: false } }),
    total: z.int().nullable().openapi({
      description: 'Rows of the whole list. Null in a list that is not counted, unless this is its last page.',
    }),
  });
}

/** The response schema of a cursor list. */
export function cursorList<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    pagination: z
      .object({ limit: z.int(), nextCursor: z.int().nullable(), hasMore: z.boolean() })
      .openapi('CursorPagination', { example: { limit: 50, nextCursor: null, hasMore: false } }),
  });
}

type Href = (path: string) => string;

/** An entry of `_links`. */
export const resourceLink = z.object({ href: z.url() }).openapi('Link');

/** The links from an upload, or from another request that made a job. */
export const jobAndFileLinks = z
  .object({ self: resourceLink, job: resourceLink, results: resourceLink })
  .openapi('FileLinks');

export function linksOfFile(href: Href, { fileId, jobId }: { readonly fileId: string; readonly jobId: string }) {
  return {
    self: { href: href(`/v1/files/${fileId}`) },
    job: { href: href(`/v1/jobs/${jobId}`) },
    results: { href: href(`/v1/jobs/${jobId}/results`) },
  };
}

export const jobLinks = z
  .object({
    self: resourceLink,
    file: resourceLink,
    results: resourceLink,
    deltas: resourceLink,
    exceptions: resourceLink,
  })
  .openapi('JobLinks');

export function linksOfJob(href: Href, { fileId, jobId }: { readonly fileId: string; readonly jobId: string }) {
  return {
    self: { href: href(`/v1/jobs/${jobId}`) },
    file: { href: href(`/v1/files/${fileId}`) },
    results: { href: href(`/v1/jobs/${jobId}/results`) },
    deltas: { href: href(`/v1/jobs/${jobId}/deltas`) },
    exceptions: { href: href(`/v1/jobs/${jobId}/exceptions`) },
  };
}
