import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { LIST_ROWS_MAX } from '../../core/limits/request-limits.ts';
import type { HttpEnv } from './http-env.ts';
import type { RequestShape } from './request-input.ts';

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
