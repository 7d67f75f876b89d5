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
