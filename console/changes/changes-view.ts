import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
  readonly page?: number | undefined;
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

/** Rows of a page. All of them are printed. */
export const PAGE = 100;

/** Names a row: a member of a carrier, or money without a member by its text. */
export const keyOf = ({ memberRefId, workspaceId, carrierId, memberName }: PayChange): string =>
  memberRefId ?? `${workspaceId} ${carrierId} ${memberName ?? ''}`;

/** Returns the filters of the API, without the page. */
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

/** Loads a page of the list. The previous one is shown while another loads, so that everything stays in its place. */
export function usePayChanges(search: ChangesSearch) {
  const api = useApi();
  const page = Math.max(1, search.page ?? 1);
  const query = { ...filtersOf(search), limit: PAGE, offset: (page - 1) * PAGE };
  return useQuery({
    queryKey: ['pay-changes', query],
    placeholderData: keepPreviousData,
    queryFn: () => answerOf(api.GET('/v1/pay-changes', { params: { query } })),
  });
}
