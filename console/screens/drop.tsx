import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import classes from '../drop/drop.module.css';
import { DropArea } from '../drop/drop-area.tsx';
import { useDropEntries, useDropQueue } from '../drop/drop-context.tsx';
import type { DropEntry, Stage } from '../drop/drop-entry.ts';
import { type DropGroup, groupsOf, readyOf } from '../drop/drop-groups.ts';
import { DropLine } from '../drop/drop-line.tsx';
import { CarrierSelect, NewCarrierButton } from '../drop/drop-question.tsx';
import { DropBody, DropRow, LeaveOut } from '../drop/drop-row.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { counted, monthName } from '../parts/shown-values.ts';

export function DropScreen() {
  const queue = useDropQueue();
  const isQuiet = useDropEntries().length > 0;
  return (
    <>
      <PageTitle title="Add statements" lead="You see what each file is before anything is stored." />
      <DropArea title="Drop your carriers' statements here" isQuiet={isQuiet} onFiles={(files) => queue.add(files)}>
        Excel, CSV or PDF files as the carriers send them, many at once if you like.
      </DropArea>
      <DropList />
    </>
  );
}

/** Lists all dropped files, one line each and those to answer on top, with one button for the files that need no answer. */
function DropList() {
  const entries = useDropEntries();
  const queue = useDropQueue();
  const workspaces = useWorkspaces();
  const [chosen, setChosen] = useState<string | null>(null);
  const keptFocus = useKeptFocus();
  if (entries.length === 0) return null;
  const groups = groupsOf(entries);
  const ready = readyOf(entries);
  const workspaceId = workspaces.length > 1 ? (chosen ?? workspaces[0]?.id ?? null) : null;
  const unknown = groups.filter(
    ({ question, entries: [one] }) => question === null && one?.stage.kind === 'unknown-layout',
  ).length;
  const latest = latestMonth(entries);
  return (
    <section aria-label="Dropped files" className={classes.section} {...keptFocus}>
      {unknown > 0 && (
        <p className={classes.note}>
          {unknown === 1
            ? 'We have not seen a statement like this before. If a carrier sent it, show us once which column is which.'
            : 'We have not seen statements like these before. If a carrier sent them, show us once which column is which.'}
        </p>
      )}
      <ul className={classes.list}>
        {/* One flat list: a line that changes its place keeps its fields and its focus. */}
        {groups.flatMap((group) =>
          group.question !== null
            ? [<DropGroupLine key={group.key} group={group} workspaceId={workspaceId} />]
            : group.entries.map((entry) => <DropLine key={entry.id} entry={entry} workspaceId={workspaceId} />),
        )}
      </ul>
      <div className={classes.bar}>
        <span className={classes.counts} role="status">
          {summaryOf(entries, ready.length)}
        </span>
        {entries.some(({ stage }) => stage.kind === 'done' || stage.kind === 'undone') && (
          <Button variant="subtle" color="gray" size="sm" onClick={() => queue.clearEnded()}>
            Clear what is done
          </Button>
        )}
        {workspaces.length > 1 && (
          <NativeSelect
            aria-label="They belong to"
            value={workspaceId ?? ''}
            data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {latest !== null && (
          <LinkButton to="/months/$period" params={{ period: latest }}>
            See {monthName(latest)}
          </LinkButton>
        )}
        {ready.length > 0 && (
          <Button
            onClick={() =>
              queue.send(
                ready.map(({ id }) => id),
                { workspaceId },
              )
            }
          >
            {ready.length === 1 ? 'Add 1 statement' : `Add all ${ready.length} statements`}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Says how many files wait for what: "2 to answer, 11 ready, 1 added". */
function summaryOf(entries: readonly DropEntry[], ready: number): string {
  const count = (...kinds: readonly Stage['kind'][]) =>
    entries.filter(({ stage }) => kinds.includes(stage.kind)).length;
  const parts = [
    [count('question', 'here', 'taken', 'unknown-layout', 'failed') - ready, 'to answer'],
    [ready, 'ready'],
    [count('reading'), 'being read'],
    [count('sending', 'working'), 'being added'],
    [count('done'), 'added'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(', ');
}

/** Returns the latest month that was added, where nothing is left to answer or under way. Its page is what comes next. */
function latestMonth(entries: readonly DropEntry[]): string | null {
  if (!entries.every(({ stage: { kind } }) => kind === 'done' || kind === 'undone')) return null;
  const months = entries.flatMap(({ stage, period }) => (stage.kind === 'done' && period !== null ? [period] : []));
  return months.toSorted().at(-1) ?? null;
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

interface DropGroupLineProps {
  readonly group: DropGroup;
  readonly workspaceId: string | null;
}

/** Shows files that one answer settles, with the one question. */
function DropGroupLine({ group: { question, entries }, workspaceId }: DropGroupLineProps) {
  const queue = useDropQueue();
  const [isSplit, setSplit] = useState(false);
  const [first] = entries;
  if (first === undefined) return null;
  if (isSplit) return entries.map((entry) => <DropLine key={entry.id} entry={entry} workspaceId={workspaceId} />);
  const ids = entries.map(({ id }) => id);
  const many = counted(entries.length, 'file');
  return (
    <li className={classes.line} data-stage="group" tabIndex={-1}>
      {entries.map((entry) => (
        <DropRow
          key={entry.id}
          entry={question === 'carrier' ? { ...entry, carrier: null } : entry}
          look="ask"
          actions={<LeaveOut name={entry.file.name} onClick={() => queue.remove(entry.id)} />}
        />
      ))}
      <DropBody label={`${many} with one question`}>
        {question === 'layout' && (
          <>
            <div>{many} look alike, and we have not seen a statement like them before. Show once how to read them.</div>
            <div className={classes.buttons}>
              <LinkButton size="xs" variant="default" to="/layout/$draft" params={{ draft: first.id }}>
                Show how to read them
              </LinkButton>
            </div>
          </>
        )}
        {question === 'carrier' && (
          <>
            <div>{many} look alike, and more than one carrier sends such statements. Which one sent them?</div>
            <div className={classes.fields}>
              <CarrierSelect
                likely={first.identified?.ranked ?? []}
                value={null}
                onChange={(carrier) => void queue.chooseCarrier(ids, carrier)}
              />
              <NewCarrierButton draft={first.id} />
            </div>
          </>
        )}
        {question === 'several' && (
          <>
            <div>
              {many} are for {first.period === null ? 'one month' : monthName(first.period)} of {first.carrier?.name}.
              Do all of them count?
            </div>
            <div className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => queue.settle(ids)}>
                Yes, all of them
              </Button>
            </div>
          </>
        )}
        {question === 'here' && (
          <>
            <div>These {many} count already, exactly as they are. They would count twice.</div>
            <div className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => queue.remove(...ids)}>
                Leave all of them out
              </Button>
              <Button size="xs" variant="default" onClick={() => setSplit(true)}>
                Ask for each
              </Button>
            </div>
          </>
        )}
        {question === 'taken' && first.stage.kind === 'taken' && (
          <>
            <div>
              {many} are for {first.period === null ? 'one month' : monthName(first.period)} of {first.carrier?.name},
              which has {new Intl.ListFormat('en').format(first.stage.names)}. Do all of them count too?
            </div>
            <div className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => queue.send(ids, { mode: 'append', workspaceId })}>
                Yes, all of them
              </Button>
              <Button size="xs" variant="default" onClick={() => setSplit(true)}>
                No, ask for each
              </Button>
            </div>
          </>
        )}
      </DropBody>
    </li>
  );
}
