import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { counted } from '../parts/money.ts';
import { useDropEntries, useDropQueue } from './drop-context.tsx';
import { isCertain, twinOf } from './drop-entry.ts';
import { DropLine } from './drop-line.tsx';
import classes from './drop-list.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

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
