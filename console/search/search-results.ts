import type { Icon } from '@tabler/icons-react';
import IconBuilding from '@tabler/icons-react/icons/IconBuilding';
import IconCalendar from '@tabler/icons-react/icons/IconCalendar';
import IconFileSpreadsheet from '@tabler/icons-react/icons/IconFileSpreadsheet';
import IconFileText from '@tabler/icons-react/icons/IconFileText';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUserShield from '@tabler/icons-react/icons/IconUserShield';
import type { Schema } from '../../client/commission-client.ts';
import { counted, money, monthName, shortMonthName } from '../parts/shown-values.ts';
import type { Rights } from '../session/use-session.ts';
import { screensFor, settingsTabsFor } from '../shell/navigation.ts';

export type SearchResult = Schema<'SearchResult'>;

interface KindLook {
  readonly label: string;
  readonly icon: Icon;
}

const KIND_LOOKS: Readonly<Record<SearchResult['kind'], KindLook>> = {
  person: { label: 'People', icon: IconUser },
  policy: { label: 'Policies', icon: IconFileText },
  carrier: { label: 'Carriers', icon: IconBuilding },
  agent: { label: 'Agents', icon: IconUserShield },
  month: { label: 'Months', icon: IconCalendar },
  file: { label: 'Statement files', icon: IconFileSpreadsheet },
};

/** The place that a result leads to. */
export type Place =
  | { readonly to: '/members/$id'; readonly params: { readonly id: string } }
  | { readonly to: '/months/$period'; readonly params: { readonly period: string } }
  | { readonly to: '/members'; readonly search: { readonly carrierId?: string; readonly agent?: string } }
  | { readonly to: '/changes'; readonly search: { readonly period: string } }
  | { readonly to: '/settings'; readonly search: { readonly tab: string } }
  | { readonly to: ReturnType<typeof screensFor>[number]['to'] };

export interface ShownResult {
  readonly key: string;
  readonly title: string;
  /** The quiet line below the title. */
  readonly context: string;
  readonly icon: Icon;
  readonly place: Place;
}

export interface ResultGroup {
  readonly label: string;
  readonly results: readonly ShownResult[];
}

/** Returns the results by kind, the pages of the console last. Without a text it returns the pages. */
export function resultGroups(found: readonly SearchResult[], text: string, rights: Rights): readonly ResultGroup[] {
  const byKind = Map.groupBy(found, ({ kind }) => kind);
  const groups = [...byKind].map(([kind, results]) => ({
    label: KIND_LOOKS[kind].label,
    results: results.map((result) => shownResult(result, rights)),
  }));
  const pages = pagesWith(text, rights);
  return pages.length === 0 ? groups : [...groups, { label: 'Pages', results: pages }];
}

function shownResult(result: SearchResult, rights: Rights): ShownResult {
  const { kind, id, title } = result;
  return {
    key: `${kind} ${id} ${title}`,
    title,
    context: contextOf(result)
      .filter((text) => text !== null)
      .join(' · '),
    icon: KIND_LOOKS[kind].icon,
    place: placeOf(result, rights),
  };
}

function contextOf(result: SearchResult): readonly (string | null)[] {
  const { kind, carrierName, memberName, memberExternalId, formerName, status, firstPeriod } = result;
  const { lastPeriod, lastAmount } = result;
  const paidLast =
    lastPeriod === null || lastAmount === null ? null : `paid last ${shortMonthName(lastPeriod)}, ${money(lastAmount)}`;
  if (kind === 'person')
    return [
      formerName === null ? null : `before: ${formerName}`,
      carrierName,
      memberExternalId,
      status === 'red' ? 'gone' : firstPeriod === null ? null : `since ${shortMonthName(firstPeriod)}`,
      paidLast,
    ];
  if (kind === 'policy')
    return [memberName ?? memberExternalId, carrierName, status === 'red' ? 'gone' : null, paidLast];
  if (kind === 'file') return [carrierName, lastPeriod === null ? null : monthName(lastPeriod)];
  return [];
}

function placeOf({ kind, id, lastPeriod }: SearchResult, { agent }: Rights): Place {
  if (kind === 'person' || kind === 'policy') return { to: '/members/$id', params: { id } };
  if (kind === 'carrier') return { to: '/members', search: { carrierId: id } };
  if (kind === 'agent') return { to: '/members', search: { agent: id } };
  const period = kind === 'month' ? id : (lastPeriod ?? id);
  return agent === null ? { to: '/months/$period', params: { period } } : { to: '/changes', search: { period } };
}

/** Returns the pages of the console that have a word that begins with each word of the text. */
function pagesWith(text: string, rights: Rights): readonly ShownResult[] {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (words: string) => {
    const own = words.toLowerCase().split(' ');
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  };
  const screens = screensFor(rights)
    .filter(({ label, words }) => has(`${label} ${words}`))
    .map(({ to, label, icon }): ShownResult => ({ key: to, title: label, context: '', icon, place: { to } }));
  if (wanted.length === 0) return screens;
  const tabs = settingsTabsFor(rights, false)
    .filter(({ label }) => has(label))
    .map(
      ({ value, label }): ShownResult => ({
        key: `settings ${value}`,
        title: label,
        context: 'Settings',
        icon: IconSettings,
        place: { to: '/settings', search: { tab: value } },
      }),
    );
  return [...screens, ...tabs];
}

/** Says how many results there are, for screen readers. */
export function countSentence(groups: readonly ResultGroup[]): string {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return count === 0 ? 'Nothing was found.' : counted(count, 'result');
}
