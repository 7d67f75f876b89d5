import { decideMove, type MoveSituation } from '../../core/account/decide-move.ts';
import { compareSums, type TableSum } from '../../core/account-sums.ts';
import { reasonKey } from '../../core/intake/sftp-folder.ts';
import { MOVE_COPIES_MAX, MOVE_POLL_SECONDS, MOVE_WAIT_SECONDS } from '../../core/limits/account-limits.ts';
import type { DropStore, ObjectStore } from '../platform/object-store.ts';
import { inParallel } from '../platform/portions.ts';

/**
 * Moves an account, with its test account, from one database to another (docs/howto/move-an-agency.md). Its changes wait while its rows are
 * copied; reads go on. The account leaves only when both databases have the same sums. A move that fails leaves nothing in the target.
 */

/** The rows of an account in the two databases. */
export interface MovingRows {
  situation(): Promise<MoveSituation>;
  /** Refuses further changes of the account, and waits for those under way. May be repeated. */
  begin(): Promise<void>;
  /** Counts jobs, deliveries and reports of the account that a worker has taken before the move began. */
  countWork(): Promise<number>;
  /** Yields keys of stored bytes, in portions. */
  listObjects(store: 'raw' | 'drop'): AsyncIterable<readonly string[]>;
  listSftpUsers(): Promise<readonly string[]>;
  /** Copies all rows in one transaction of the target, which `keep` commits and `drop` rolls back. Throws RowsInTheWay. */
  copy(): Promise<CopiedRows>;
  /**
   * Holds every change of the account, sums its rows, and calls back. After a true answer the account has left the first database for the
   * stated address.
   */
  leave(movedTo: string | null, mayLeave: (sums: readonly TableSum[]) => Promise<boolean>): Promise<boolean>;
  /** Sums the rows that an earlier run has committed in the target. */
  sumTarget(): Promise<readonly TableSum[]>;
  /** Opens the account in the target, and queues what waits there. */
  open(): Promise<void>;
  /** Opens the account in the database that it was to leave, and queues what waits there. */
  stay(): Promise<void>;
}

export interface CopiedRows {
  readonly rows: number;
  readonly sums: readonly TableSum[];
  keep(): Promise<void>;
  drop(): Promise<void>;
}

/** The target has a row that the account's rows collide with. The message is for the operator. */
export class RowsInTheWay extends Error {
  override readonly name = 'RowsInTheWay';
}

/** The stored bytes of one of the two services. */
export interface MovingBytes {
  readonly objects: ObjectStore;
  readonly dropStore: DropStore;
}

export interface AccountMove {
  readonly accountId: string;
  readonly rows: MovingRows;
  readonly from: MovingBytes;
  readonly to: MovingBytes;
  /** The address of the other service, which clients of the account are told. */
  readonly movedTo: string | null;
  readonly pause: (seconds: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly report: (line: string) => void;
}

export type MoveResult =
  | { readonly kind: 'moved'; readonly rows: number; readonly objects: number; readonly pausedMs: number }
  | { readonly kind: 'done' }
  /** The move was not begun. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The account stays where it was, and works. */
  | { readonly kind: 'stayed'; readonly reason: string };

/** Moves the account, or goes on with a move that broke off. An unexpected error is thrown after the account was opened again. */
export async function moveAccount(move: AccountMove): Promise<MoveResult> {
  const decision = decideMove(await move.rows.situation());
  switch (decision.kind) {
    case 'refused':
    case 'done':
      return decision;
    case 'open':
      await move.rows.open();
      return { kind: 'done' };
    case 'switch':
      return finishCopied(move);
    case 'copy':
      return copyAndSwitch(move);
  }
}

/** Goes on with a move whose copy was committed. The account has changed nowhere since, except for what both delete by its age. */
async function finishCopied(move: AccountMove): Promise<MoveResult> {
  const { rows, movedTo } = move;
  const sums = await rows.sumTarget();
  const copied = new Set<string>();
  await copyBytes(move, copied);
  const faults: string[] = [];
  const hasLeft = await rows.leave(movedTo, async (source) => {
    faults.push(...compareSums(source, source, sums).faults);
    return faults.length === 0;
  });
  if (!hasLeft) {
    const reason = `The copy of an earlier run differs: ${faults.join(' ')}`;
    return { kind: 'refused', reason: `${reason} Both delete old rows every 15 minutes: run this again after that.` };
  }
  await rows.open();
  return { kind: 'moved', rows: countRows(sums), objects: copied.size, pausedMs: 0 };
}

async function copyAndSwitch(move: AccountMove): Promise<MoveResult> {
  const { rows, report, elapsedMs } = move;
  const copied = new Set<string>();
  const stay = async (reason: string): Promise<MoveResult> => {
    await removeBytes(move, copied);
    await rows.stay();
    return { kind: 'stayed', reason };
  };
  try {
    // Most bytes are copied before the pause begins.
    report(`${await copyBytes(move, copied)} stored files are copied. Changes of the account wait from now on.`);
    const startedMs = elapsedMs();
    await rows.begin();
    const outcome = await copyUntilSame(move, copied);
    if (typeof outcome === 'string') return await stay(outcome);
    await rows.open();
    return { kind: 'moved', rows: outcome, objects: copied.size, pausedMs: elapsedMs() - startedMs };
  } catch (error) {
    const { from, to } = await rows.situation();
    // Once the target has the rows, only another run may go on: the account could otherwise be open in both.
    if (to !== null || from?.status === 'moved') throw error;
    const stayed = await stay(error instanceof Error ? error.message : '');
    if (error instanceof RowsInTheWay) return stayed;
    throw error;
  }
}

/** Copies until nothing has changed meanwhile. Returns the number of rows, or why the account has to stay. */
async function copyUntilSame(move: AccountMove, copied: Set<string>): Promise<number | string> {
  const { rows, movedTo, report } = move;
  const faults: string[] = [];
  for (let attempt = 1; attempt <= MOVE_COPIES_MAX; attempt++) {
    if (!(await waitForWork(move))) return 'Workers were busy with the account for too long. Try again later.';
    const copy = await rows.copy();
    let isKept = false;
    try {
      await copyBytes(move, copied);
      const hasLeft = await rows.leave(movedTo, async (sums) => {
        faults.splice(0, faults.length, ...compareSums(sums, sums, copy.sums).faults);
        if (faults.length > 0) return false;
        isKept = true;
        await copy.keep();
        return true;
      });
      if (hasLeft) return copy.rows;
    } finally {
      if (!isKept) await copy.drop();
    }
    report(`The account changed while it was copied. ${faults.join(' ')}`);
  }
  return `The account kept changing, last: ${faults.join(' ')}`;
}

const countRows = (sums: readonly TableSum[]): number => sums.reduce((total, { rows }) => total + rows, 0);

/** Waits until no worker is busy with the account. Returns false when that takes too long. */
async function waitForWork({ rows, pause, elapsedMs }: AccountMove): Promise<boolean> {
  const startedMs = elapsedMs();
  while ((await rows.countWork()) > 0) {
    if (elapsedMs() - startedMs > MOVE_WAIT_SECONDS * 1000) return false;
    await pause(MOVE_POLL_SECONDS);
  }
  return true;
}

const BYTES_AT_ONCE = 8;

/** Copies stored bytes that are not in `copied` yet, and adds them. Returns how many objects this call copied. */
async function copyBytes({ rows, from, to }: AccountMove, copied: Set<string>): Promise<number> {
  let count = 0;
  const copy = async (key: string, source: Pick<ObjectStore, 'get'>, target: Pick<ObjectStore, 'put'>) => {
    if (copied.has(key)) return;
    const bytes = await source.get(key);
    if (bytes === null) return;
    await target.put(key, bytes);
    copied.add(key);
    count += 1;
  };
  for await (const keys of rows.listObjects('raw'))
    await inParallel(keys, BYTES_AT_ONCE, (key) => copy(key, from.objects, to.objects));
  const copyDrop = (key: string) => copy(key, from.dropStore, to.dropStore);
  for await (const keys of rows.listObjects('drop')) {
    // The reason for a rejection is a file beside the rejected one.
    const all = keys.flatMap((key) => (key.startsWith('sftp/') ? [key, reasonKey(key)] : [key]));
    await inParallel(all, BYTES_AT_ONCE, copyDrop);
  }
  for (const username of await rows.listSftpUsers()) {
    const waiting = await from.dropStore.list(`sftp/${username}/incoming/`);
    await inParallel(
      waiting.map(({ key }) => key),
      BYTES_AT_ONCE,
      copyDrop,
    );
  }
  return count;
}

/** Removes the bytes that this run has copied. */
async function removeBytes({ to }: AccountMove, copied: ReadonlySet<string>): Promise<void> {
  await inParallel([...copied], BYTES_AT_ONCE, (key) =>
    /^(raw|answers)\//.test(key) ? to.objects.delete(key) : to.dropStore.delete(key),
  );
}
