import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { counted } from '../parts/shown-values.ts';
import { useDropEntries, useDropQueue } from './drop-context.tsx';
import { isCertain, twinOf } from './drop-entry.ts';
import { DropLine } from './drop-line.tsx';
import classes from './drop-list.module.css';

/** Lists all dropped files, one line each, with one button for the files that need no choice. */
export function DropList() {
  const entries = useDropEntries();
  const queue = useDropQueue();
  const workspaces = useWorkspaces();
  const [chosen, setChosen] = useState<string | null>(null);
  const keptFocus = useKeptFocus();
  if (entries.length === 0) return null;
  const certain = entries.filter((entry) => isCertain(entry) && twinOf(entry, entries) === null);
  const workspaceId = workspaces.length > 1 ? (chosen ?? workspaces[0]?.id ?? null) : null;
  return (
    <section aria-label="Dropped files" className={classes.section} {...keptFocus}>
      <div className={classes.head}>
        {workspaces.length > 1 && (
          <NativeSelect
            label="They belong to"
            value={workspaceId ?? ''}
            data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {certain.length > 1 && (
          <Button
            onClick={() =>
              queue.send(
                certain.map(({ id }) => id),
                'new',
                workspaceId,
              )
            }
          >
            All right: add {counted(certain.length, 'statement')}
          </Button>
        )}
      </div>
      <Stack component="ul" gap="sm" className={classes.list}>
        {entries.map((entry) => (
          <DropLine key={entry.id} entry={entry} workspaceId={workspaceId} />
        ))}
      </Stack>
    </section>
  );
}

function useWorkspaces() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['workspaces'],
    queryFn: async () => (await answerOf(api.GET('/v1/workspaces'))).workspaces,
    staleTime: 60_000,
  });
  return data ?? [];
}

/**
 * Keeps the keyboard focus in a list whose buttons vanish when they are pressed: the focus goes to the line of the vanished button, or to
 * the list when the line is gone too. Returns the attributes of the list's element.
 */
function useKeptFocus() {
  const list = useRef<HTMLElement>(null);
  const line = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (line.current === null || document.activeElement !== document.body) return;
    (line.current.isConnected ? line.current : list.current)?.focus({ preventScroll: true });
  });
  return {
    ref: list,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      line.current = target.closest<HTMLElement>('[data-stage]') ?? list.current;
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget !== null) line.current = null;
    },
  };
}
