/**
 * The faults of a run and their places. Every statement, every commit and every call of a port is a step with a name. A fault occurs the
 * n-th time its step is reached, in any process.
 */

/**
 * - throw: the call fails before it acts; a statement fails with a temporary error of the server. full: the same, for a full disk.
 * - lost: the call succeeds, and its answer is lost. hang: no answer comes until a time-out.
 * - cut: the server ends the connection of this transaction. restart: the server ends all connections, as a restart or failover does.
 * - die, die-after: kill -9 before the call, and after it. pause: SIGSTOP until others have done all the work.
 * - duplicate, reorder: the freedoms of a queue that delivers at least once, in any order.
 */
export const FAULT_KINDS = [
  ...(['throw', 'full', 'lost', 'hang', 'cut', 'restart', 'die', 'die-after', 'pause'] as const),
  ...(['duplicate', 'reorder'] as const),
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly step: string;
  readonly kind: FaultKind;
  /** 1 is the first time the step is reached. */
  readonly nth: number;
}

/** The faults that a step can have. A committed transaction can only lose its answer. */
export function kindsOf(step: string): readonly FaultKind[] {
  if (step.startsWith('commit ')) return ['lost', 'die', 'pause'];
  // A statement sees a hang as a broken connection and a full disk as a server error, which cut and throw already cover.
  if (step.startsWith('sql ')) return ['throw', 'lost', 'cut', 'restart', 'die', 'die-after', 'pause'];
  const port = ['throw', 'lost', 'hang', 'die', 'die-after', 'pause'] as const;
  if (step === 'objects.put') return [...port, 'full'];
  if (step === 'queue.receive') return [...port, 'duplicate', 'reorder'];
  if (step === 'queue.send' || step === 'queue.delete') return [...port, 'duplicate'];
  return port;
}

export const pairOf = ({ step, kind }: Pick<Fault, 'step' | 'kind'>): string => `${kind} at ${step}`;

export class FaultPlan {
  readonly #waiting: Fault[];
  readonly #reached = new Map<string, number>();
  readonly struck: Fault[] = [];
  #isOver = false;

  constructor(faults: readonly Fault[]) {
    this.#waiting = [...faults];
  }

  /** The steps reached so far, with their counts. */
  get reached(): ReadonlyMap<string, number> {
    return this.#reached;
  }

  /** Ends the plan: no fault occurs from now on. */
  end(): void {
    this.#isOver = true;
  }

  /** Counts the step and takes the fault that was planned for it. */
  strike(step: string): FaultKind | null {
    if (this.#isOver) return null;
    const reached = (this.#reached.get(step) ?? 0) + 1;
    this.#reached.set(step, reached);
    const index = this.#waiting.findIndex((fault) => fault.step === step && fault.nth <= reached);
    const [fault] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (fault === undefined) return null;
    this.struck.push(fault);
    return fault.kind;
  }
}
