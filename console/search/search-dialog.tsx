import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { useReturnedFocus } from '../parts/focus.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-session.ts';
import classes from './search-dialog.module.css';
import { countSentence, resultGroups, type ShownResult } from './search-results.ts';

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
