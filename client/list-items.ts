import { answerOf } from './commission-client.ts';

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
  for (let offset = 0; ; ) {
    const { data, pagination } = await answerOf(list({ limit: PAGE_ROWS, offset }));
    yield* data;
    if (!pagination.hasMore || data.length === 0) return;
    // The call may have asked for a smaller page.
    offset += data.length;
  }
}

/**
 * Yields all rows of a list with `cursor`, page by page:
 * `cursorItems((page) => client.api.GET('/v1/files', { params: { query: page } }))`.
 * Ends with the last row that is there, also in the list of events, whose cursor goes on. Throws a ProblemError when a page is refused.
 */
export async function* cursorItems<Item>(
  list: (page: {
    readonly limit: number;
    readonly cursor?: number;
  }) => Answer<Item, { readonly nextCursor: number | null; readonly hasMore: boolean }>,
): AsyncGenerator<Item, void, undefined> {
  for (let page: { readonly limit: number; readonly cursor?: number } = { limit: PAGE_ROWS }; ; ) {
    const { data, pagination } = await answerOf(list(page));
    yield* data;
    if (!pagination.hasMore || pagination.nextCursor === null) return;
    page = { limit: PAGE_ROWS, cursor: pagination.nextCursor };
  }
}
