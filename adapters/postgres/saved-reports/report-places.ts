// Places for running reports. The database counts them for all processes of the service together.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { REPORT_PLACE_LIMITS, REPORTS_WAITING_OF_ACCOUNT_MAX } from '../../../core/limits/saved-report-limits.ts';
import { hasOverdue } from '../../../core/saved-report/report-places.ts';
import type { Database } from '../connection/database.ts';
import { askForPlaces, deletePlaces, placesGone, registerBackend } from './report-place-rows.ts';

export interface ReportPlaces {
  /**
   * Waits for a free place. `busy`: none became free in time. `stuck`: an earlier report of the account does not end. Throws errors of the
   * database.
   */
  take(accountId: string, waitMs: number): Promise<TakenPlace | 'busy' | 'stuck'>;
}

/** The right to run one report of the account. */
export interface TakenPlace {
  /** Names the server process that will run the report. Returns false when the place was lost, so that nothing may run. */
  register(backend: ReportBackend, seconds: number): Promise<boolean>;
  /** Frees the place; call it when the server process is done. Otherwise the place becomes free when that process ends. */
  free(): Promise<void>;
}

/** A process of the server. The number alone may be reused, but not together with the start time. */
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

/** Interval between requests to the database while reports of this process wait. */
const POLL_MS = 200;

/**
 * Makes the places. `database` stores them; `watcher` is the same role's access to the server that runs reports. One loop asks for all
 * waiting reports of this process, so that the load does not grow with their number.
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
  /** Returns true when the loop should ask again at once: a place became free, or a new report waits. */
  const askOnce = async (): Promise<boolean> => {
    // Reports that arrive during the request are part of the next one.
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
