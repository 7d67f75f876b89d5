import type { IsDiskFull } from '../../app/operations/check-readiness.ts';
import {
  EXPORT_PACE,
  EXPORT_WAIT_SECONDS,
  EXPORTS_AT_ONCE,
  EXPORTS_OF_ACCOUNT_AT_ONCE,
  FORM_WAIT_SECONDS,
  FORMS_AT_ONCE,
  FORMS_OF_ACCOUNT_AT_ONCE,
  FORMS_OF_ACCOUNT_IN_ONE_OF_MANY,
  UNAVAILABLE_RETRY_SECONDS,
} from '../../core/limits/request-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { BodyPlaces } from './receive-body.ts';
import { createSlots, ExportPlaces, type Slots } from './request-places.ts';

/** The limits that the host of a process adds to those of the process. */
export interface ProcessHost {
  /** The places that all processes share. Absent where one process answers all requests. */
  readonly accountPlaces?: SharedPlaces | undefined;
  /** Asks for the disk of the service. Absent where it stores nothing on a disk of its own. */
  readonly isDiskFull?: IsDiskFull | undefined;
}

/** The limits on the work of one process. */
export interface Admission extends ProcessHost {
  readonly bodyPlaces: BodyPlaces;
  readonly formSlots: Slots;
  readonly exportPlaces: ExportPlaces;
}

/** The owner of requests that belong to no account. */
export const OPERATOR = 'operator';

/** Places for the large requests of an account, which the database counts. */
export interface SharedPlaces {
  /** Returns how to free the place; null when the account has none left. */
  take(accountId: string): Promise<(() => Promise<void>) | null>;
}

/** Runs a large request in one of the account's places over all processes, or refuses it. */
export async function inAccountPlace<T>(
  places: SharedPlaces | undefined,
  owner: string,
  work: () => Promise<T>,
): Promise<T | Refused> {
  if (places === undefined || owner === OPERATOR) return work();
  const free = await places.take(owner);
  if (free === null) return ownRequestsUnderWay();
  try {
    return await work();
  } finally {
    await free();
  }
}

/** Runs a request by its kind: a form takes a place of the account and memory of the process, a heavy one a place only. */
export function runAdmitted<T>(
  { accountPlaces, formSlots }: Admission,
  { owner, kind }: { readonly owner: string; readonly kind: 'form' | 'heavy' | 'light' },
  work: () => Promise<T>,
): Promise<T | Refused> {
  if (kind === 'light') return work();
  return inAccountPlace(accountPlaces, owner, () => (kind === 'form' ? runInSlot(formSlots, owner, work) : work()));
}

const ownRequestsUnderWay = (): Refused =>
  refuse('rate_limited', {
    detail: 'Other large requests of this account are under way. Nothing of this one was taken in.',
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });

/** Creates the limits of a process. Call it once, because they protect the memory and the disk of the process. */
export function createAdmission({ isDiskFull, accountPlaces }: ProcessHost = {}): Admission {
  return {
    isDiskFull,
    accountPlaces,
    bodyPlaces: new BodyPlaces(),
    formSlots: createSlots({
      count: FORMS_AT_ONCE,
      ofOwner: accountPlaces === undefined ? FORMS_OF_ACCOUNT_AT_ONCE : FORMS_OF_ACCOUNT_IN_ONE_OF_MANY,
      waitMs: FORM_WAIT_SECONDS * 1_000,
    }),
    exportPlaces: new ExportPlaces({
      ...EXPORT_PACE,
      count: EXPORTS_AT_ONCE,
      ofOwner: EXPORTS_OF_ACCOUNT_AT_ONCE,
      waitMs: EXPORT_WAIT_SECONDS * 1_000,
    }),
  };
}

/**
 * Runs work that needs much memory when a slot is free, or refuses it. An account that waits behind its own large requests gets 429,
 * because the service has not failed.
 */
async function runInSlot<T>(slots: Slots, owner: string, work: () => Promise<T>): Promise<T | Refused> {
  const done = await slots.run(owner, work);
  if (done !== null) return done;
  const hasOwn = slots.heldBy(owner) > 0;
  return refuse(hasOwn ? 'rate_limited' : 'service_unavailable', {
    detail: `${hasOwn ? 'Other large requests of this account' : 'Too many large requests'} are under way. Nothing of this one was taken in.`,
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}
