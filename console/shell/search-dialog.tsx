import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import IconBuilding from '@tabler/icons-react/icons/IconBuilding';
import IconCalendar from '@tabler/icons-react/icons/IconCalendar';
import IconFileSpreadsheet from '@tabler/icons-react/icons/IconFileSpreadsheet';
import IconFileText from '@tabler/icons-react/icons/IconFileText';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUserShield from '@tabler/icons-react/icons/IconUserShield';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { useReturnedFocus } from '../parts/focus.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { counted, money, monthName, shortMonthName } from '../parts/shown-values.ts';
import { type Rights, useRights } from '../session/use-session.ts';
import { screensFor, settingsTabsFor } from './navigation.ts';
import classes from './search-dialog.module.css';

const DEBOUNCE_MS = 120;
const RESULTS_OF_A_KIND = 6;

interface SearchDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The typed text. It begins before the dialog is loaded, so that no letter is lost. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Searches everything while one types. Arrows choose a result, Enter opens it. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a default export.
export default function SearchDialog({ isOpen, ...form }: SearchDialogProps) {
  return (
    <Modal.Root opened={isOpen} onClose={form.onClose} size="xl" lockScroll={false} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search" radius="md">
        <SearchForm {...form} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Asks for the text that is typed. A later text cancels the request, and its results replace all earlier ones. */
function useResults(typed: string) {
  const api = useApi();
  const rights = useRights();
  const [text] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['search', text],
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/search', { params: { query: { q: text, limit: RESULTS_OF_A_KIND } }, signal })),
  });
  const isLate = typed !== '' && (text !== typed || data === undefined || isPlaceholderData);
  return {
    groups: resultGroups(typed === '' ? [] : (data?.data ?? []), typed, rights),
    error,
    isLate: isLate && error === null,
  };
}

function SearchForm({ onClose, text, onText }: Omit<SearchDialogProps, 'isOpen'>) {
  useReturnedFocus();
  const typed = text.trim();
  const { groups, error, isLate } = useResults(typed);
  const shown = groups.flatMap(({ results }) => results);
  const [chosen, setChosen] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const navigate = useNavigate();
  const list = useId();
  const at = Math.min(chosen, shown.length - 1);
  const optionId = (index: number) => `${list}-${index}`;
  const open = ({ place }: ShownResult) => {
    onClose();
    void navigate(place);
  };
  // Enter that was pressed before the answer came opens its first result.
  useEffect(() => {
    if (!isWaiting || isLate) return;
    setWaiting(false);
    const [first] = shown;
    if (first !== undefined) open(first);
  });
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0) {
      event.preventDefault();
      setChosen((at + step + shown.length) % shown.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const result = shown[at];
    if (isLate) setWaiting(true);
    else if (result !== undefined) open(result);
  };
  let index = -1;
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          className={classes.input}
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={shown.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
          placeholder="A name of today or before, a number, a policy, a carrier, a month, a file"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            setChosen(0);
            setWaiting(false);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.close} onClick={onClose} aria-label="esc: close the search">
          esc
        </button>
      </div>
      {error !== null && <ProblemNotice title="The search did not work" error={error} />}
      <div id={list} role="listbox" aria-label="Results" className={classes.results} data-late={isLate || undefined}>
        {groups.map(({ label, results }) => (
          // biome-ignore lint/a11y/useSemanticElements: A fieldset is no part of a listbox.
          <div key={label} role="group" aria-label={label}>
            <div className={classes.kind} aria-hidden>
              {label}
            </div>
            {results.map((result) => {
              index += 1;
              const own = index;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: The field above has the focus and the keys.
                <div
                  key={result.key}
                  id={optionId(own)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === at}
                  className={classes.result}
                  onMouseMove={() => setChosen(own)}
                  onClick={() => open(result)}
                >
                  <result.icon size={16} aria-hidden className={classes.icon} />
                  <span className={classes.title}>{result.title}</span>
                  <span className={classes.context}>{result.context}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div role="status" className={shown.length === 0 && !isLate ? classes.nothing : 'visually-hidden'}>
        {isLate ? 'Searching …' : countSentence(groups)}
      </div>
    </>
  );
}

type SearchResult = Schema<'SearchResult'>;

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
type Place =
  | { readonly to: '/members/$id'; readonly params: { readonly id: string } }
  | { readonly to: '/months/$period'; readonly params: { readonly period: string } }
  | { readonly to: '/members'; readonly search: { readonly carrierId?: string; readonly agent?: string } }
  | { readonly to: '/changes'; readonly search: { readonly period: string } }
  | { readonly to: '/settings'; readonly search: { readonly tab: string } }
  | { readonly to: ReturnType<typeof screensFor>[number]['to'] };

interface ShownResult {
  readonly key: string;
  readonly title: string;
  /** The quiet line below the title. */
  readonly context: string;
  readonly icon: Icon;
  readonly place: Place;
}

interface ResultGroup {
  readonly label: string;
  readonly results: readonly ShownResult[];
}

/** Returns the results by kind, the pages of the console last. Without a text it returns the pages. */
function resultGroups(found: readonly SearchResult[], text: string, rights: Rights): readonly ResultGroup[] {
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
function countSentence(groups: readonly ResultGroup[]): string {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return count === 0 ? 'Nothing was found.' : counted(count, 'result');
}
