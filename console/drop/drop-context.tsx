import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { ProblemError } from '../../client/problem-error.ts';
import { isSignedOut, ME_KEY, problemOf, useClient } from '../api/api.ts';
import {
  createDropCalls,
  type DropCalls,
  type DropEntry,
  isUnderWay,
  type Job,
  type Mode,
  newEntry,
  type SentFile,
  type Stage,
  withIdentity,
} from './drop-entry.ts';

const DropContext = createContext<DropQueue | null>(null);

/** Keeps the dropped files while a person is signed in, and warns before the browser closes in the middle of an upload. */
export function DropProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const [queue] = useState(() => {
    const onChanged = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
    return new DropQueue(createDropCalls(client, onChanged));
  });
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
  #entries: readonly DropEntry[] = [];
  readonly #reading = new Set<string>();
  #sending: Promise<void> = Promise.resolve();

  constructor(calls: DropCalls) {
    this.#calls = calls;
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

  remove(id: string): void {
    this.#set(this.#entries.filter((entry) => entry.id !== id));
  }

  /**
   * Takes the person's choice of carrier and month. After a choice of another layout `identified` is null, because the totals were read
   * with the layout before. The entry gets another idempotency key, because the service would take the request for a repeat.
   */
  choose(id: string, choice: Partial<Pick<DropEntry, 'carrier' | 'period' | 'identified' | 'layout'>>): void {
    this.#change(id, (entry) => ({ ...entry, ...choice, key: crypto.randomUUID() }));
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
   * already.
   */
  send(ids: readonly string[], mode: Mode = 'new', workspaceId: string | null = null): void {
    const chosen = this.#entries
      .filter(({ id, carrier, period }) => ids.includes(id) && carrier !== null && period !== null)
      .toSorted((a, b) => (a.period ?? '').localeCompare(b.period ?? ''));
    for (const { id } of chosen) {
      // Another answer gets another idempotency key, because the service would take the request for a repeat.
      this.#change(id, (entry) => ({
        ...entry,
        key: entry.mode === mode ? entry.key : crypto.randomUUID(),
        mode,
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
        const jobId = await this.#calls.takeBack(fileId);
        const job = await this.#calls.follow(jobId, () => {});
        if (job.status !== 'completed') throw new ProblemError(failureOf(job), { code: 'conflict', status: 0 });
      }
      const keepsLayout = entry.layout !== null && (await this.#calls.removeLayout(entry.layout)) === 'kept';
      this.#change(id, (undone) => ({ ...undone, layout: null, stage: { kind: 'undone', keepsLayout } }));
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
      const known = withIdentity(entry, identified);
      const { carrier, period, stage } = known;
      const names =
        stage.kind === 'question' && carrier && period ? await this.#calls.present(carrier.carrierId, period) : [];
      this.#change(id, () => (names.length === 0 ? known : { ...known, stage: { kind: 'taken', names, fault: null } }));
    } catch (error) {
      this.#stage(id, { kind: 'failed', sentence: sentenceOf(error), again: isFinal(error) ? null : 'read' });
    }
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
      this.#stage(id, await this.#follow(id, files));
      this.#calls.onChanged();
    } catch (error) {
      await this.#explain(id, error);
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
      const names = await this.#calls.present(carrier.carrierId, period).catch(() => []);
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
