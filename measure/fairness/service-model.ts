import { putOffSeconds, SHARED_WORKERS } from '../../core/limits/job-limits.ts';
import {
  ACCOUNT_RATE_FACTOR,
  FORM_WAIT_SECONDS,
  FORMS_AT_ONCE,
  FORMS_OF_ACCOUNT_IN_ONE_OF_MANY,
  LARGE_REQUESTS_OF_ACCOUNT_MAX,
  RATE_WINDOW_SECONDS,
  REQUESTS_OF_ADDRESS,
} from '../../core/limits/request-limits.ts';
import { REQUESTS_BURST_SECONDS, type Stage } from '../../lib/stage.ts';

/** The limits of one account. A run without them shows what they bring. */
export interface FairLimits {
  readonly jobsAtOnce: number;
  readonly lockWaitSeconds: number;
  readonly largeAtOnce: number;
  readonly requestsAMinute: (stage: Stage) => number;
}

/** The limits that production has. */
export const SHIPPED_LIMITS: FairLimits = {
  jobsAtOnce: SHARED_WORKERS.ofAccountMax,
  lockWaitSeconds: SHARED_WORKERS.lockWaitSeconds,
  largeAtOnce: LARGE_REQUESTS_OF_ACCOUNT_MAX,
  requestsAMinute: (stage) => ACCOUNT_RATE_FACTOR * stage.tokenRequestsAMinute,
};

/** The parts that all accounts share: what a request, an upload and a job take of them. An account is its number. */
export interface ServiceParts {
  readonly clock: EventClock;
  readonly stage: Stage;
  readonly limits: FairLimits;
  /** Seconds of a request that does little, such as a refused one or a job that is put off. */
  readonly requestSeconds: number;
}

/** How a request ended. `blocked` is the firewall, `throttled` API Gateway, `busy` the functions, `limited` the account's limit. */
type Answer = 'done' | 'blocked' | 'throttled' | 'busy' | 'limited';

/** The firewall, API Gateway and the functions that answer requests. Nothing of it queues: a request is answered or refused. */
export function createRequests({ clock, stage, limits, requestSeconds }: ServiceParts, places: AccountPlaces) {
  const burst = REQUESTS_BURST_SECONDS * stage.requestsASecond;
  let [allowed, allowedAt, busy] = [burst, 0, 0];
  const ofAddress = windows(REQUESTS_OF_ADDRESS.windowSeconds, REQUESTS_OF_ADDRESS.max, clock);
  const ofAccount = windows(RATE_WINDOW_SECONDS, limits.requestsAMinute(stage), clock);
  return (account: number, large: { readonly seconds: number } | null, answered: (answer: Answer) => void) => {
    if (!ofAddress(account)) return answered('blocked');
    allowed = Math.min(burst, allowed + (clock.now - allowedAt) * stage.requestsASecond);
    allowedAt = clock.now;
    if (allowed < 1) return answered('throttled');
    allowed -= 1;
    if (busy >= stage.concurrency.requests) return answered('busy');
    busy += 1;
    // The function itself counts the requests of the account, so a refused one takes it too.
    const isLimited = !ofAccount(account) || (large !== null && !places.take(account));
    clock.after(isLimited || large === null ? requestSeconds : large.seconds, () => {
      busy -= 1;
      if (!isLimited && large !== null) places.free(account);
      answered(isLimited ? 'limited' : 'done');
    });
  };
}

/** Counts requests by owner in fixed windows, and tells whether one more is allowed. */
function windows(seconds: number, max: number, clock: EventClock) {
  const counts = new Map<number, { from: number; count: number }>();
  return (owner: number): boolean => {
    const found = counts.get(owner);
    if (found === undefined || clock.now >= found.from + seconds) {
      counts.set(owner, { from: clock.now, count: 1 });
      return true;
    }
    found.count += 1;
    return found.count <= max;
  };
}

type AccountPlaces = ReturnType<typeof createAccountPlaces>;

/** The places of each account for large requests, which the database counts. */
export function createAccountPlaces({ limits }: Pick<ServiceParts, 'limits'>) {
  const taken = new Map<number, number>();
  const heldBy = (account: number) => taken.get(account) ?? 0;
  return {
    take(account: number): boolean {
      if (heldBy(account) >= limits.largeAtOnce) return false;
      taken.set(account, heldBy(account) + 1);
      return true;
    },
    free(account: number): void {
      taken.set(account, heldBy(account) - 1);
    },
  };
}

interface Container {
  readonly taken: number[];
  readonly waiting: { readonly account: number; readonly begin: () => void }[];
}

/** The containers that take statements in, by turns, the fewest that run. An upload waits for a place of its container. */
export function createUploads({ clock, stage }: ServiceParts, places: AccountPlaces) {
  const containers: Container[] = Array.from({ length: stage.concurrency.uploadTasksMin }, () => ({
    taken: [],
    waiting: [],
  }));
  let turn = 0;
  const held = ({ taken }: Container, account: number) => taken.filter((each) => each === account).length;
  const isFree = (container: Container, account: number) =>
    container.taken.length < FORMS_AT_ONCE && held(container, account) < FORMS_OF_ACCOUNT_IN_ONE_OF_MANY;
  const release = (container: Container, account: number) => {
    container.taken.splice(container.taken.indexOf(account), 1);
    places.free(account);
    const able = container.waiting.filter((waiter) => isFree(container, waiter.account));
    const next = able.toSorted((a, b) => held(container, a.account) - held(container, b.account))[0];
    if (next === undefined) return;
    container.waiting.splice(container.waiting.indexOf(next), 1);
    next.begin();
  };
  return (account: number, seconds: number, answered: (isStored: boolean) => void) => {
    const container = containers[turn++ % containers.length];
    if (container === undefined || !places.take(account)) return answered(false);
    const begin = () => {
      container.taken.push(account);
      clock.after(seconds, () => {
        release(container, account);
        answered(true);
      });
    };
    if (isFree(container, account)) return begin();
    const waiter = { account, begin };
    container.waiting.push(waiter);
    clock.after(FORM_WAIT_SECONDS, () => {
      const at = container.waiting.indexOf(waiter);
      if (at < 0) return;
      container.waiting.splice(at, 1);
      places.free(account);
      answered(false);
    });
  };
}

export interface Job {
  readonly account: number;
  readonly carrier: number;
  readonly seconds: number;
  readonly ended: () => void;
}

/** The queue of statements with its workers, and what a worker does with a message (app/book/process-statement.ts). */
export function createWorkers({ clock, stage, limits, requestSeconds }: ServiceParts) {
  const queue: Job[] = [];
  const locked = new Set<string>();
  const atWork = new Map<number, number>();
  const open = new Map<number, number>();
  let idle: number = stage.concurrency.statements;
  let taken = 0;
  const add = (counts: Map<number, number>, account: number, more: number) =>
    counts.set(account, (counts.get(account) ?? 0) + more);

  const putOff = (job: Job, after: number) =>
    clock.after(after, () => {
      const othersWaiting = (open.get(job.account) ?? 0) - (atWork.get(job.account) ?? 0);
      clock.after(putOffSeconds({ othersWaiting }), () => receive(job));
      leave(job);
    });
  const leave = ({ account }: Job) => {
    add(atWork, account, -1);
    idle += 1;
    begin();
  };
  const begin = () => {
    const job = idle > 0 ? queue[taken] : undefined;
    if (job === undefined) return;
    taken += 1;
    idle -= 1;
    const othersAtWork = atWork.get(job.account) ?? 0;
    add(atWork, job.account, 1);
    if (othersAtWork >= limits.jobsAtOnce) return putOff(job, requestSeconds);
    const book = `${job.account}/${job.carrier}`;
    if (locked.has(book)) return putOff(job, limits.lockWaitSeconds);
    locked.add(book);
    clock.after(job.seconds, () => {
      locked.delete(book);
      add(open, job.account, -1);
      job.ended();
      leave(job);
    });
  };
  const receive = (job: Job) => {
    queue.push(job);
    begin();
  };
  return (job: Job): void => {
    add(open, job.account, 1);
    receive(job);
  };
}

interface Event {
  readonly at: number;
  /** The order of planning. Events of the same second happen in it, so that a run can be repeated. */
  readonly order: number;
  readonly happen: () => void;
}

/** The clock of a discrete-event simulation. It jumps from one planned event to the next. */
export class EventClock {
  /** The second of the event that happens. */
  now = 0;
  /** A binary heap: an event is never later than those at 2i + 1 and 2i + 2. */
  private readonly heap: Event[] = [];
  private planned = 0;

  /** Plans an event so many seconds from now. */
  after(seconds: number, happen: () => void): void {
    const event = { at: this.now + seconds, order: this.planned++, happen };
    let at = this.heap.length;
    while (at > 0) {
      const parent = this.heap[(at - 1) >> 1];
      if (parent === undefined || !isBefore(event, parent)) break;
      this.heap[at] = parent;
      at = (at - 1) >> 1;
    }
    this.heap[at] = event;
  }

  /** Runs until nothing is planned or the condition holds. */
  runUntil(isDone: () => boolean): void {
    for (let next = this.take(); next !== undefined; next = this.take()) {
      this.now = next.at;
      next.happen();
      if (isDone()) return;
    }
  }

  private take(): Event | undefined {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let at = 0;
    for (;;) {
      const left = this.heap[2 * at + 1];
      const right = this.heap[2 * at + 2];
      const isRight = right !== undefined && left !== undefined && isBefore(right, left);
      const least = isRight ? right : left;
      if (least === undefined || !isBefore(least, last)) break;
      this.heap[at] = least;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.heap[at] = last;
    return first;
  }
}

const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.order < other.order);
