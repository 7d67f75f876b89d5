// Places for reports, counted in the database for all processes of the service together.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { REPORT_PLACE_LIMITS, REPORTS_WAITING_OF_ACCOUNT_MAX } from '../../../core/limits/saved-report-limits.ts';
import { hasOverdue } from '../../../core/saved-report/report-places.ts';
import type { Database } from '../connection/database.ts';
import { askForPlaces, deletePlaces, placesGone, registerBackend } from './report-place-rows.ts';

export interface ReportPlaces {
  /**
   * Waits for a free place. `busy`: there was none in that time. `stuck`: an earlier report of the account does not end.
   * Throws what the database throws.
   */
  take(accountId: string, waitMs: number): Promise<TakenPlace | 'busy' | 'stuck'>;
}

/** The right to run one report of the account. */
export interface TakenPlace {
  /** Names the server's process that is about to run the report. False: the place was lost, so nothing may run. */
  register(backend: ReportBackend, seconds: number): Promise<boolean>;
  /** To be called when the server's process is done. A place that nobody frees is free once that process is gone. */
  free(): Promise<void>;
}

/** A process of the server. Its number is given out again, never together with the moment it began. */
export interface ReportBackend {
  readonly pid: number;
  readonly startedAt: string;
}

interface Waiter {
  readonly placeId: string;
  readonly accountId: string;
  readonly untilMs: number;
  readonly answer: (answer: TakenPlace | 'busy' | 'stuck') => void;
  readonly fail: (error: unknown) => void;
}

/** How often the database is asked again while reports of this process wait. */
const POLL_MS = 200;

/**
 * `database` keeps the places; `watcher` is the same role's access to the server that runs reports. One loop asks for all that wait in this
 * process, so that the work for the database does not grow with them.
 */
export function reportPlaces(database: Database, watcher: Database): ReportPlaces {
  const waiters = new Map<string, Waiter>();
  let isAsking = false;
  let wake = () => {};

  const settle = (waiter: Waiter, answer: TakenPlace | 'busy' | 'stuck') => {
    waiters.delete(waiter.placeId);
    waiter.answer(answer);
  };
  const placeOf = (placeId: string): TakenPlace => ({
    register: (backend, seconds) => registerBackend(database, { placeId, seconds, ...backend }),
    async free() {
      await deletePlaces(database, [placeId]);
      wake();
    },
  });
  /** True when it is worth asking again at once: a place became free, or somebody has not been asked for yet. */
  const askOnce = async (): Promise<boolean> => {
    // Who comes while the database is asked is asked for the next time.
    const asked = [...waiters.values()];
    const { places, granted } = await askForPlaces(database, asked, REPORT_PLACE_LIMITS);
    for (const placeId of granted) {
      const waiter = waiters.get(placeId);
      if (waiter !== undefined) settle(waiter, placeOf(placeId));
    }
    const unanswered = asked.filter(({ placeId }) => waiters.has(placeId));
    if (unanswered.length === 0) return waiters.size > 0;
    const gone = await placesGone(database, watcher);
    if (gone.length > 0) return true;
    const isStuck = (waiter: Waiter) => hasOverdue(places, waiter.accountId);
    const refused = unanswered.filter((waiter) => isStuck(waiter) || performance.now() >= waiter.untilMs);
    if (refused.length > 0) {
      const placeIds = refused.map(({ placeId }) => placeId);
      await deletePlaces(database, placeIds);
    }
    for (const waiter of refused) settle(waiter, isStuck(waiter) ? 'stuck' : 'busy');
    return false;
  };
  const askUntilAllAreAnswered = async () => {
    try {
      while (waiters.size > 0) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if ((await askOnce()) || waiters.size === 0) continue;
        const pause = new AbortController();
        await Promise.race([woken, delay(POLL_MS, undefined, { signal: pause.signal })]);
        pause.abort();
      }
    } catch (error) {
      for (const waiter of waiters.values()) waiter.fail(error);
      waiters.clear();
    } finally {
      isAsking = false;
    }
  };

  return {
    take(accountId, waitMs) {
      const ofAccount = [...waiters.values()].filter((waiter) => waiter.accountId === accountId);
      if (ofAccount.length >= REPORTS_WAITING_OF_ACCOUNT_MAX) return Promise.resolve('busy');
      return new Promise((answer, fail) => {
        const placeId = randomUUID();
        waiters.set(placeId, { placeId, accountId, untilMs: performance.now() + waitMs, answer, fail });
        wake();
        if (!isAsking) {
          isAsking = true;
          void askUntilAllAreAnswered();
        }
      });
    },
  };
}
