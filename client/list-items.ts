import { problemErrorOf } from './problem-error.ts';

/** The largest page that the service answers. */
const PAGE_ROWS = 200;

type Answer<Item, Pagination> = Promise<{
  readonly data?: { readonly data: readonly Item[]; readonly pagination: Pagination };
  readonly error?: unknown;
  readonly response: Response;
}>;

/**
 * Yields all rows of a list with `offset`, page by page:
 * `offsetItems((page) => client.api.GET('/v1/members', { params: { query: { carrierId, ...page } } }))`.
 * Throws a ProblemError when a page is refused.
 */
export async function* offsetItems<Item>(
  list: (page: { readonly limit: number; readonly offset: number }) => Answer<Item, { readonly hasMore: boolean }>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const { data, error, response } = await list({ limit: PAGE_ROWS, offset });
    if (data === undefined) throw problemErrorOf(response.status, error);
    yield* data.data;
    if (!data.pagination.hasMore) return;
  }
}

/**
 * Yields all rows of a list with `cursor`, page by page:
 * `cursorItems((page) => client.api.GET('/v1/files', { params: { query: page } }))`.
 * Throws a ProblemError when a page is refused.
 */
export async function* cursorItems<Item>(
  list: (page: {
    readonly limit: number;
    readonly cursor?: number;
  }) => Answer<Item, { readonly nextCursor: number | null }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: number | null = null;
  do {
    const page = cursor === null ? { limit: PAGE_ROWS } : { limit: PAGE_ROWS, cursor };
    const { data, error, response } = await list(page);
    if (data === undefined) throw problemErrorOf(response.status, error);
    yield* data.data;
    cursor = data.pagination.nextCursor;
  } while (cursor !== null);
}
