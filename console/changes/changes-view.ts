import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import type { BridgePart } from '../month/bridge-kinds.ts';

/** The list of changes: what its address holds, and the answer of the service. */

export type PayChange = Schema<'PayChange'>;

/** The whole view, as the address holds it. */
export interface ChangesSearch {
  readonly period?: string | undefined;
  /** A part of the bridge. */
  readonly kind?: string | undefined;
  readonly carrierId?: string | undefined;
  readonly agent?: string | undefined;
  readonly q?: string | undefined;
  readonly eventId?: string | undefined;
  readonly group?: string | undefined;
  readonly sort?: string | undefined;
  /** The key of the row whose panel is open. */
  readonly open?: string | undefined;
}

export const GROUPS = [
  { value: '', label: 'Not grouped' },
  { value: 'event', label: 'By event' },
  { value: 'carrier', label: 'By carrier' },
  { value: 'agent', label: 'By agent' },
  { value: 'plan', label: 'By plan' },
  { value: 'policy', label: 'By group' },
  { value: 'reason', label: 'By reason' },
] as const;
type Group = Exclude<(typeof GROUPS)[number]['value'], ''>;

/** Words for rows without a value of the field that the list is grouped by. */
export const NO_GROUP: Readonly<Record<Group, string>> = {
  event: 'Part of no event',
  carrier: 'No carrier',
  agent: 'No agent named',
  plan: 'No plan named',
  policy: 'No group or policy number',
  reason: 'No reason',
};

export const groupOf = (text: string | undefined): Group | undefined =>
  GROUPS.flatMap(({ value }) => (value !== '' && value === text ? [value] : []))[0];

export const partOf = (text: string | undefined): BridgePart | undefined => PARTS.find((part) => part === text);

/** The parts in the order of the bridge. */
export const PARTS: readonly BridgePart[] = [
  ...(['gone', 'paid_less', 'planned_step', 'taken_back', 'back', 'new', 'paid_more', 'once'] as const),
  ...(['other_month', 'no_member', 'not_split', 'carriers_added', 'carriers_missing'] as const),
];

const PAGE = 100;
/** The most rows that are loaded at once, for paper or to reach the row whose panel is open. */
const ROWS_AT_ONCE_MAX = 2000;

/** Names a row: a member of a carrier, or money without a member by its text. */
export const keyOf = ({ memberRefId, workspaceId, carrierId, memberName }: PayChange): string =>
  memberRefId ?? `${workspaceId} ${carrierId} ${memberName ?? ''}`;

/** Returns the filters of the API. */
export function filtersOf(search: ChangesSearch) {
  const part = partOf(search.kind);
  const groupBy = groupOf(search.group);
  return {
    ...(search.period !== undefined && { period: search.period }),
    ...(search.carrierId !== undefined && { carrierId: search.carrierId }),
    ...(search.agent !== undefined && { agent: search.agent }),
    ...(search.q !== undefined && { q: search.q }),
    ...(search.eventId !== undefined && { eventId: search.eventId }),
    ...(part !== undefined && { part }),
    ...(groupBy !== undefined && { groupBy }),
    ...(search.sort === 'name' && { sort: 'name' as const }),
  };
}

/**
 * Loads the list page by page, and at first up to the row whose panel is open. The previous list is shown while another loads, so that
 * everything stays in its place.
 */
export function usePayChanges(search: ChangesSearch) {
  const api = useApi();
  const filters = filtersOf(search);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['pay-changes', 'list', filters],
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      answerOf(api.GET('/v1/pay-changes', { params: { query: { ...filters, limit: PAGE, offset } }, signal })),
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.totals.count ? pages.length * PAGE : undefined),
  });
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const isOpenFurther =
    search.open !== undefined && rows.length < ROWS_AT_ONCE_MAX && !rows.some((row) => keyOf(row) === search.open);
  const loadsOn = isOpenFurther && hasNextPage && !isFetchingNextPage && error === null;
  useEffect(() => {
    if (loadsOn) void fetchNextPage();
  }, [loadsOn, fetchNextPage]);
  return {
    /** Sums, kinds and groups of the whole list. */
    view: data?.pages[0],
    rows,
    error,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: fetchNextPage,
    /** Loads the rows that are not here yet, as many as one would print. */
    async loadForPaper() {
      let loaded = data?.pages.length ?? 0;
      let isMore = hasNextPage;
      while (isMore && loaded * PAGE < ROWS_AT_ONCE_MAX) {
        const next = await fetchNextPage();
        loaded = next.data?.pages.length ?? loaded;
        isMore = next.hasNextPage && next.error === null;
      }
    },
  };
}
