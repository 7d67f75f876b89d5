import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { ProblemError } from '../../client/problem-error.ts';
import { isSignedOut, ME_KEY, problemOf, useClient } from '../api/api.ts';
import {
  createDropCalls,
  type DropCalls,
  type DropEntry,
  hereAlready,
  isUnderWay,
  type Job,
  type Mode,
  modeOf,
  newEntry,
  type SentFile,
  type Stage,
  sameMonth,
  withIdentity,
} from './drop-entry.ts';
import { type KeptDrops, keptDrops } from './kept-drops.ts';

const DropContext = createContext<DropQueue | null>(null);

interface DropProviderProps {
  /** The person and the agency, as `identityOf` tells them; null when the files may not stay in the browser. */
  readonly owner: string | null;
  readonly children: ReactNode;
}

/** Keeps the dropped files while a person is signed in, and warns before the browser closes in the middle of an upload. */
export function DropProvider({ owner, children }: DropProviderProps) {
  const client = useClient();
  const queries = useQueryClient();
  const [queue] = useState(() => {
    const onChanged = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
    return new DropQueue(createDropCalls(client, onChanged), owner === null ? null : keptDrops(owner));
  });
  useEffect(() => void queue.restore(), [queue]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.entries().some(isUnderWay)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [queue]);
  return <DropContext value={queue}>{children}</DropContext>;
}

export function useDropQueue(): DropQueue {
  const queue = use(DropContext);
  if (queue === null) throw new Error('A component that shows dropped files is outside of DropProvider.');
  return queue;
}

export function useDropEntries(): readonly DropEntry[] {
  const queue = useDropQueue();
  return useSyncExternalStore(queue.subscribe, queue.entries);
}

/** The number of files that are read at the same time. More would only wait in the service. */
const READERS = 2;
/** The service counts the statement once, because every try sends the idempotency key of the entry. */
const LOST = 'The connection was lost. Try again: it will not be counted twice.';
/**
 * The message for a person whose session has ended. The page stays open, because the browser would lose the files on the way to the
 * sign-in.
 */
const SIGNED_OUT =
  'You were signed out. Open this page in another tab, sign in there, and then press “Try again” here.';

/**
 * The queue of dropped files, from their identification to their result. The queue outlives the screen, so that a person may go to another
 * page while statements are sent. Statements are sent one after the other, the oldest month first, because each is compared with the month
 * before.
 */
class DropQueue {
  readonly #calls: DropCalls;
  readonly #listeners = new Set<() => void>();
  readonly #kept: KeptDrops | null;
  #isRestored = false;
  #entries: readonly DropEntry[] = [];
  readonly #reading = new Set<string>();
  #sending: Promise<void> = Promise.resolve();

  constructor(calls: DropCalls, kept: KeptDrops | null) {
    this.#calls = calls;
    this.#kept = kept;
  }

  /** Shows the files that the browser kept, once. What was being read or sent goes on: nothing is counted twice. */
  async restore(): Promise<void> {
    if (this.#isRestored || this.#kept === null) return;
    this.#isRestored = true;
    const kept = await this.#kept.load();
    this.#set([...kept, ...this.#entries]);
    this.#readNext();
    for (const { id, stage, mode, workspaceId } of kept)
      if (stage.kind === 'sending' || stage.kind === 'working') this.send([id], { mode, workspaceId });
  }

  readonly entries = (): readonly DropEntry[] => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds files and starts to identify them. */
  add(files: readonly File[]): void {
    this.#set([...this.#entries, ...files.map(newEntry)]);
    this.#readNext();
  }

  remove(...ids: readonly string[]): void {
    this.#set(this.#entries.filter(({ id }) => !ids.includes(id)));
  }

  /**
   * Takes the person's choice of carrier and month. After a choice of another layout `identified` is null, because the totals were read
   * with the layout before. The entry gets another idempotency key, because the service would take the request for a repeat.
   */
  choose(id: string, choice: Partial<Pick<DropEntry, 'carrier' | 'period' | 'identified' | 'layout'>>): void {
    const fresh = { mode: 'new', usual: null, isChosen: false } as const;
    // The answer of a person ends the doubt about the carrier.
    const withoutDoubt = (identified: DropEntry['identified']) =>
      identified !== null && choice.carrier != null ? { ...identified, ambiguous: false } : identified;
    this.#change(id, (entry) => ({
      ...{ ...entry, ...fresh, identified: withoutDoubt(entry.identified) },
      ...{ ...choice, key: crypto.randomUUID() },
    }));
  }

  /** Takes one carrier for several files that look alike. A file whose month has statements is asked about. */
  async chooseCarrier(ids: readonly string[], carrier: NonNullable<DropEntry['carrier']>): Promise<void> {
    for (const id of ids) this.choose(id, { carrier });
    for (const id of ids) {
      this.#change(id, (entry) => ({ ...entry, isChosen: true }));
      const entry = this.#find(id);
      if (entry === null) continue;
      const placed = await this.#placed(entry).catch(() => entry);
      this.#change(id, () => placed);
    }
  }

  /** Takes the answer that several files of one month all count. */
  settle(ids: readonly string[]): void {
    for (const id of ids) this.#change(id, (entry) => ({ ...entry, isChosen: true }));
  }

  /** Removes the lines of files that were added or taken back. */
  clearEnded(): void {
    this.#set(this.#entries.filter(({ stage }) => stage.kind !== 'done' && stage.kind !== 'undone'));
  }

  /** Asks for another carrier or month of a file that was not stored. */
  ask(id: string): void {
    this.#stage(id, { kind: 'question', isEditing: true });
  }

  /** Identifies a file again. */
  readAgain(id: string): void {
    this.#stage(id, { kind: 'reading' });
    this.#readNext();
  }

  /** Identifies again every file whose layout was unknown, because another layout is known now. */
  readUnknownAgain(): void {
    for (const { id, stage } of this.#entries)
      if (stage.kind === 'unknown-layout') this.#stage(id, { kind: 'reading' });
    this.#readNext();
  }

  /**
   * Sends the entries whose carrier and month are known, the oldest month first. `mode` is the person's answer if the month has statements
   * already. Without an answer a file is added to those that the carrier usually sends in a month.
   */
  send(
    ids: readonly string[],
    { mode, workspaceId = null }: { readonly mode?: Mode; readonly workspaceId?: string | null } = {},
  ): void {
    const chosen = this.#entries
      .filter(({ id, carrier, period }) => ids.includes(id) && carrier !== null && period !== null)
      .map((entry) => ({ ...entry, way: mode ?? modeOf(entry, this.#entries) }))
      .toSorted((a, b) => (a.period ?? '').localeCompare(b.period ?? ''));
    for (const { id, way } of chosen) {
      // Another answer gets another idempotency key, because the service would take the request for a repeat.
      this.#change(id, (entry) => ({
        ...entry,
        key: entry.mode === way ? entry.key : crypto.randomUUID(),
        mode: way,
        workspaceId,
        stage: { kind: 'sending', percent: 0 },
      }));
      this.#sending = this.#sending.then(() => this.#send(id, workspaceId));
    }
  }

  /** Retracts a statement that was added, with the layout that was saved for it. */
  async undo(id: string): Promise<void> {
    const entry = this.#find(id);
    if (entry?.stage.kind !== 'done') return;
    const before = entry.stage;
    this.#stage(id, { kind: 'undoing' });
    try {
      for (const fileId of before.fileIds) {
        const jobId = await this.#calls.takeBack(fileId, entry.layout !== null);
        const job = await this.#calls.follow(jobId, () => {});
        if (job.status !== 'completed') throw new ProblemError(failureOf(job), { code: 'conflict', status: 0 });
      }
      this.#change(id, (undone) => ({ ...undone, layout: null, stage: { kind: 'undone' } }));
    } catch (error) {
      this.#stage(id, before);
      throw error;
    } finally {
      this.#calls.onChanged();
    }
  }

  #readNext(): void {
    const waiting = this.#entries.filter(({ id, stage }) => stage.kind === 'reading' && !this.#reading.has(id));
    for (const { id } of waiting.slice(0, READERS - this.#reading.size)) {
      this.#reading.add(id);
      void this.#read(id).finally(() => {
        this.#reading.delete(id);
        this.#readNext();
      });
    }
  }

  async #read(id: string): Promise<void> {
    const entry = this.#find(id);
    if (entry === null) return;
    try {
      const identified = await this.#calls.identify(entry.file);
      const same = await this.#calls.sameBytes(identified.checksumSha256);
      const known = withIdentity(entry, identified);
      // A small statement without dates may be the same in two months.
      const stored = same.find(({ period }) => known.period === null || known.period === period);
      const placed = stored === undefined ? await this.#placed(known) : hereAlready(known, stored);
      this.#change(id, () => placed);
    } catch (error) {
      this.#stage(id, { kind: 'failed', sentence: sentenceOf(error), again: isFinal(error) ? null : 'read' });
    }
  }

  /**
   * Compares the entry with what its month has already. A carrier that sends several files a month needs no question until all are here.
   */
  async #placed(entry: DropEntry): Promise<DropEntry> {
    const { carrier, period, stage } = entry;
    if (stage.kind !== 'question' || carrier === null || period === null) return entry;
    const [present, expected] = await Promise.all([
      this.#calls.present(carrier.carrierId, period),
      this.#calls.expectedFiles(carrier.carrierId),
    ]);
    const names = present.map(({ originalFilename }) => originalFilename);
    const usual = expected === null || expected < 2 ? null : { expected, present: names.length };
    const isTaken = names.length > 0 && (usual === null || names.length >= usual.expected);
    return { ...entry, usual, ...(isTaken && { stage: { kind: 'taken', names, fault: null } }) };
  }

  async #send(id: string, workspaceId: string | null): Promise<void> {
    const entry = this.#find(id);
    if (entry === null || entry.carrier === null || entry.period === null) return;
    const { file, carrier, period, mode, key } = entry;
    const statement = {
      ...{ file, carrierId: carrier.carrierId, period, idempotencyKey: key },
      ...(workspaceId !== null && { workspaceId }),
      ...(mode === 'replace' && { replace: true }),
      ...(mode === 'append' && { append: true }),
    };
    try {
      const files = await this.#calls.send(statement, (percent) => this.#stage(id, { kind: 'sending', percent }));
      const stage = await this.#follow(id, files);
      this.#stage(id, stage);
      if (stage.kind === 'done') await this.#countAsPresent(entry);
      this.#calls.onChanged();
    } catch (error) {
      await this.#explain(id, error);
    }
  }

  /**
   * Counts a file that is in now among those that the month has. Where nobody knows that the carrier sends several, the others are asked
   * about now and not after the person has added them; those that the person said count too are added to it.
   */
  async #countAsPresent(added: DropEntry): Promise<void> {
    for (const other of sameMonth(added, this.#entries)) {
      const { id, usual, stage, isChosen } = other;
      if (stage.kind !== 'question') continue;
      if (usual !== null) this.#change(id, (entry) => ({ ...entry, usual: { ...usual, present: usual.present + 1 } }));
      else if (isChosen) this.#change(id, (entry) => ({ ...entry, mode: 'append' }));
      else {
        const placed = await this.#placed(other).catch(() => other);
        this.#change(id, (entry) => (entry.key === other.key && entry.stage === stage ? placed : entry));
      }
    }
  }

  /** Waits for the jobs of all files that were sent. If there are several, failures name their files. */
  async #follow(id: string, files: readonly SentFile[]): Promise<Stage> {
    const failures: string[] = [];
    let last: Job | null = null;
    for (const [index, { jobId, fileName }] of files.entries()) {
      const show = (percent: number) =>
        this.#stage(id, { kind: 'working', percent: Math.floor((100 * index + percent) / files.length) });
      show(0);
      const job = await this.#calls.follow(jobId, show);
      // The figures are as of now, and not as of the moment at which this file was added.
      if (job.status === 'completed') last = { ...job, stats: job.currentStats ?? job.stats };
      else failures.push(files.length === 1 ? failureOf(job) : `${fileName}: ${failureOf(job)}`);
    }
    if (last === null) return { kind: 'failed', sentence: failures.join(' '), again: 'change' };
    if (failures.length > 0) return { kind: 'failed', sentence: failures.join(' '), again: null };
    return { kind: 'done', fileIds: files.map(({ fileId }) => fileId), job: last };
  }

  /**
   * Asks what to do about a month that has statements. Every other refusal is shown with a way to try again, or to choose another carrier
   * or month where the same request would be refused again.
   */
  async #explain(id: string, error: unknown): Promise<void> {
    const { code, message } = problemOf(error);
    const { carrier, period } = this.#find(id) ?? { carrier: null, period: null };
    if (code === 'period_exists' && carrier !== null && period !== null) {
      const present = await this.#calls.present(carrier.carrierId, period).catch(() => []);
      const names = present.map(({ originalFilename }) => originalFilename);
      const fault = this.#find(id)?.mode === 'new' ? null : message;
      this.#stage(id, { kind: 'taken', names, fault });
      return;
    }
    this.#stage(id, { kind: 'failed', sentence: sentenceOf(error), again: isFinal(error) ? 'change' : 'send' });
  }

  #find(id: string): DropEntry | null {
    return this.#entries.find((entry) => entry.id === id) ?? null;
  }

  #stage(id: string, stage: Stage): void {
    this.#change(id, (entry) => ({ ...entry, stage }));
  }

  #change(id: string, change: (entry: DropEntry) => DropEntry): void {
    this.#set(this.#entries.map((entry) => (entry.id === id ? change(entry) : entry)));
  }

  #set(entries: readonly DropEntry[]): void {
    this.#kept?.save(entries, this.#entries);
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}

function sentenceOf(error: unknown): string {
  const { code, message } = problemOf(error);
  if (code === 'no_answer') return LOST;
  return isSignedOut(error) ? SIGNED_OUT : message;
}

/** True when the service would refuse the same request again. */
function isFinal(error: unknown): boolean {
  const { status } = problemOf(error);
  return [400, 413, 415, 422].includes(status);
}

function failureOf({ error, status }: Job): string {
  if (error !== null) return error;
  return status === 'canceled' ? 'The service did not get to it. Add it again.' : 'The statement could not be read.';
}
