import { z } from 'zod';
import { type DiskSpace, diskFigures, isDiskFull } from '../../core/disk-room.ts';
import { READY_ANSWER_SECONDS, READY_KEPT_SECONDS } from '../../core/limits/request-limits.ts';

const count = z.int().min(0);

export const readiness = z
  .object({
    ready: z.literal(true),
    database: z.object({ answerMs: count }).optional(),
    queue: z.object({ waiting: count, processing: count, oldestWaitingSeconds: count.nullable() }).optional(),
    disk: z
      .object({
        freeBytes: count,
        totalBytes: count,
        neededBytes: count.meta({
          description: 'Free bytes below which nothing more is stored (503 `storage_full`).',
        }),
      })
      .nullable()
      .optional(),
    tasks: z
      .array(z.object({ task: z.string(), lastRanAt: z.iso.datetime().nullable() }))
      .readonly()
      .optional(),
  })
  .meta({ id: 'Readiness', description: 'All but `ready` is for the operator alone.' });

/** The state of a running service, as an operator sees it. */
export interface WorkState {
  readonly queue: {
    /** Jobs that wait for a worker, retries included. */
    readonly waiting: number;
    readonly processing: number;
    /** Age of the waiting job that was accepted first; null when none waits. */
    readonly oldestWaitingSeconds: number | null;
  };
  /** The last run of each scheduled task; null when no run is recorded. */
  readonly tasks: readonly { readonly task: string; readonly lastRanAt: string | null }[];
}

/** Asks whether the disk of the service is full. Rejects never: a disk that cannot be read counts as not full. */
export type IsDiskFull = () => Promise<boolean>;

export interface ReadinessParts {
  readonly readState: () => Promise<WorkState>;
  /** Null where the service stores nothing on a disk of its own. */
  readonly readDisk: (() => Promise<DiskSpace>) | null;
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface ReadinessFault {
  readonly part: 'database' | 'disk';
  readonly detail: string;
  /** True for a disk that has too little room, while everything else works. */
  readonly isFull: boolean;
}

export interface Readiness {
  /** The faults that keep the service from working; empty when it is ready. */
  readonly faults: readonly ReadinessFault[];
  /** Null when the database did not answer. */
  readonly state: (WorkState & { readonly databaseMs: number }) | null;
  readonly disk: DiskSpace | null;
}

/**
 * Makes the readiness check. A result is kept for READY_KEPT_SECONDS and shared by concurrent callers, so that checks can't load the
 * database. A pending read of a silent database is shared as well.
 */
export function createReadinessCheck(parts: ReadinessParts): () => Promise<Readiness> {
  const readState = shareInFlight(parts.readState);
  let kept: { readonly until: number; readonly readiness: Promise<Readiness> } | null = null;
  return () => {
    if (kept !== null && parts.elapsedMs() < kept.until) return kept.readiness;
    const readiness = check({ ...parts, readState });
    kept = { until: Number.POSITIVE_INFINITY, readiness };
    // The promise never rejects. The cache time starts at its end, because a slow result would otherwise expire at once.
    void readiness.then(() => {
      kept = { until: parts.elapsedMs() + READY_KEPT_SECONDS * 1000, readiness };
    });
    return readiness;
  };
}

async function check({ readState, readDisk, onError, elapsedMs, pause }: ReadinessParts): Promise<Readiness> {
  const askedMs = elapsedMs();
  const failed = (error: unknown) => {
    onError(error);
    return 'failed' as const;
  };
  const state = Promise.race([
    readState().then((read) => ({ ...read, databaseMs: Math.round(elapsedMs() - askedMs) }), failed),
    pause(READY_ANSWER_SECONDS * 1000).then(() => 'silent' as const),
  ]);
  const disk = readDisk === null ? null : readDisk().catch(failed);
  const [found, space] = await Promise.all([state, disk]);
  const faults: ReadinessFault[] = [];
  const addFault = (part: ReadinessFault['part'], detail: string, isFull = false) => {
    faults.push({ part, detail, isFull });
  };
  if (found === 'silent') {
    addFault('database', `The database has not answered within ${READY_ANSWER_SECONDS} seconds.`);
  } else if (found === 'failed') addFault('database', 'The database can not be asked.');
  if (space === 'failed') addFault('disk', 'The data directory can not be looked at.');
  else if (space !== null && isDiskFull(space)) {
    addFault('disk', `The disk is full: ${diskFigures(space)}. Nothing more is stored.`, true);
  }
  return { faults, state: typeof found === 'string' ? null : found, disk: space === 'failed' ? null : space };
}

function shareInFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | null = null;
  return () => {
    inFlight ??= read().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}
