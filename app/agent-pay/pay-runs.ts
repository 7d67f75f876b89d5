import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AgentSettlement, composeRun, type PastRun, type WholeRun } from '../../core/agent-pay/compose-run.ts';
import { type PaidParts, paidByKey, partyId, type RunEntry, type ShownLine } from '../../core/agent-pay/pay-run.ts';
import {
  type AgentRecord,
  type PaySetup,
  paidAgents,
  recordsOfRun,
  recurringOn,
  type UndatedRecord,
  withJoinedMembers,
} from '../../core/agent-pay/pay-setup.ts';
import type { Balance } from '../../core/agent-pay/settle-agent.ts';
import { type RunSumsOf, shownSums } from '../../core/agent-pay/share-out.ts';
import type { Money } from '../../core/money.ts';
import { type OffsetPage, type OffsetPosition, offsetPage } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { payRunIsFixed, payRunNotApproved, unknownPayRun } from '../../core/refusals.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  heldLines,
  type NumberedEntry,
  type newPayRun,
  type PayAdjustmentRecord,
  type PayRunLine,
  paidIn,
  type paymentOfRun,
  type RunNames,
  runLines,
  type StoredAdjustment,
  type StoredPayLine,
  type StoredRun,
  shownAdjustment,
  shownAgent,
  shownAgentSums,
  shownLine,
  shownRun,
  type WholePayRun,
} from './pay-run-record.ts';
import { money, readPaySetup, setupOf } from './pay-setup.ts';

/** Pay runs: what each agent is paid for the lines of some months (docs/reference/agent-pay.md). */

export interface RunKey {
  readonly accountId: string;
  readonly runId: string;
}

export interface SettledAgent extends AgentSettlement {
  readonly agentName: string;
}

/** How an approved run settled with an agent, with the run's own facts. */
export interface SettledRun extends SettledAgent {
  readonly runId: string;
  readonly payDate: string;
  readonly months: readonly string[];
  readonly isPaid: boolean;
  readonly paidOn: string | null;
}

/** An approved run with the revision of the setup that it used, and the stored records; null of runs that kept none. */
export interface StoredPastRun extends Omit<PastRun, 'agents'> {
  readonly revision: number;
  readonly records: unknown;
}

/** Everything that a run is computed from, as one moment of the database shows it. */
export interface RunMaterial {
  readonly run: StoredRun;
  readonly adjustments: readonly StoredAdjustment[];
  readonly revision: number;
  /** Stored setups by revision: the one in force and those of approved runs. */
  readonly setups: ReadonlyMap<number, unknown>;
  /** Whether the setup demands a second person, or demanded one at any time since the latest approved run. */
  readonly needsSecondPerson: boolean;
  readonly agents: readonly AgentRecord[];
  /** Ids of members that were joined with another id, and the id that has their lines now. */
  readonly joinedMembers: ReadonlyMap<string, string>;
  readonly lines: readonly StoredPayLine[];
  readonly configs: ReadonlyMap<string, unknown>;
  readonly carrierNames: ReadonlyMap<string, string>;
  /** Approved runs, oldest first. */
  readonly past: readonly StoredPastRun[];
  readonly paidBefore: PaidParts;
  readonly balances: ReadonlyMap<string, Balance>;
}

/** The rows that approving writes. */
export interface ApprovedRun {
  readonly revision: number;
  readonly records: readonly UndatedRecord[];
  readonly entries: readonly RunEntry[];
  readonly agents: readonly SettledAgent[];
  readonly sums: RunSumsOf<Money>;
  /** The recurring adjustments of this run, which are kept with it. */
  readonly recurring: readonly StoredAdjustment[];
}

/** The next state of a run, decided under its lock. */
export type RunChange =
  | { readonly state: 'reviewed'; readonly digest: string }
  | { readonly state: 'approved'; readonly approved: ApprovedRun }
  | { readonly state: 'paid'; readonly paidOn: string; readonly method: string; readonly reference: string | null };

export interface NewRun extends Readonly<z.output<typeof newPayRun>> {
  readonly runId: string;
}

/** Facts to judge the months of a new run by. */
export interface KnownMonths {
  /** The first month of the setup in force. */
  readonly firstMonth: Period;
  /** Months for which the account has a file. */
  readonly withFiles: ReadonlySet<Period>;
}

/** Facts to judge a release of held back money by. */
export interface KnownHoldback {
  /** The setup in force as it is stored; null without one. */
  readonly setup: unknown;
  /** The money held back after the agent's latest run; null before the first one. */
  readonly holdback: Money | null;
  /** The sum of the releases that the run has for the agent. */
  readonly released: Money;
}

export interface PayRunStore {
  /** Opens a draft. Refuses a second open run, and an account without a setup. `refuse` hears the account's months, under a lock. */
  open(
    order: { readonly accountId: string; readonly run: NewRun },
    refuse: (known: KnownMonths) => Refused | null,
    origin: RequestOrigin,
  ): Promise<StoredRun | Refused>;
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<StoredRun>>;
  find(key: RunKey): Promise<StoredRun | null>;
  /** Reads what a run is computed from. Null for an unknown run; refuses a book with more lines than a run may have. */
  material(key: RunKey): Promise<RunMaterial | Refused | null>;
  /** Reads an approved run: all of it, or the part of one agent, the house or what is held. */
  settled(key: RunKey, party: string | null): Promise<readonly SettledAgent[]>;
  entries(key: RunKey, party: string | null): Promise<readonly NumberedEntry[]>;
  entriesPage(key: RunKey, party: string | null, page: OffsetPosition): Promise<OffsetPage<NumberedEntry>>;
  /** Reads how approved runs settled with an agent, newest first. */
  settledWith(key: { readonly accountId: string; readonly agentId: string }): Promise<readonly SettledRun[]>;
  adjustments(key: RunKey): Promise<readonly StoredAdjustment[]>;
  names(accountId: string): Promise<RunNames>;
  /**
   * Adds up what agents were paid in the year of a day by runs that were approved up to the run: by the day of payment, or by the pay date
   * of a run that is not paid yet.
   */
  paidInYear(key: RunKey, day: string): Promise<ReadonlyMap<string, Money>>;
  /** Adds up what agents were sent in a calendar year, by the day on which runs were paid. */
  sentInYear(accountId: string, year: number): Promise<ReadonlyMap<string, Money>>;
  /** Reads what the statements of carriers changed for members, by month and member. */
  findings(accountId: string, lines: readonly ShownLine[]): Promise<ReadonlyMap<string, string>>;
  /** Locks the run and the books, and makes the decided change. */
  change(
    key: RunKey,
    decide: (material: RunMaterial) => RunChange | Refused,
    origin: RequestOrigin,
  ): Promise<Refused | null>;
  /** Locks the run, and marks it as paid as decided. */
  pay(
    key: RunKey,
    decide: (run: StoredRun) => (RunChange & { readonly state: 'paid' }) | Refused,
    origin: RequestOrigin,
  ): Promise<Refused | null>;
  /** Adds an adjustment to a run that is not approved. `refuse` hears what is held back of the agent, under a lock. */
  adjust(
    order: { readonly key: RunKey; readonly adjustment: StoredAdjustment },
    refuse: (known: KnownHoldback) => Refused | null,
    origin: RequestOrigin,
  ): Promise<Refused | null>;
  removeAdjustment(key: RunKey, adjustmentId: string, origin: RequestOrigin): Promise<Refused | null>;
  /** Deletes a run that is not approved. */
  remove(key: RunKey, origin: RequestOrigin): Promise<Refused | null>;
}

/**
 * Opens a draft for the lines of some months. Refuses a second open run, an account without a setup, months before the setup's first one,
 * and months without a file.
 */
export function openRun(
  runs: PayRunStore,
  order: { readonly accountId: string; readonly run: Omit<NewRun, 'runId'> },
  origin: RequestOrigin,
): Promise<StoredRun | Refused> {
  const { accountId, run } = order;
  const refuseMonths = ({ firstMonth, withFiles }: KnownMonths): Refused | null => {
    const faults = run.months.flatMap((month) => {
      // The agents were paid for these months before, so paying them again would be paying twice.
      if (month < firstMonth) return [`${month} is before ${firstMonth}, the first month of the setup`];
      return withFiles.has(month) ? [] : [`${month} has no statement`];
    });
    return faults.length === 0 ? null : refuseField('months', `must be months to be paid: ${faults.join('; ')}`);
  };
  return runs.open({ accountId, run: { runId: randomUUID(), ...run } }, refuseMonths, origin);
}

/** Finds a run with its agents and adjustments. A run that is not approved is computed anew. Refuses an unknown run. */
export async function findRun(runs: PayRunStore, key: RunKey): Promise<WholePayRun | Refused> {
  const computed = await computedRun(runs, key, { entriesOf: 'held' });
  if (isRefused(computed)) return computed;
  const { run, whole, sums, adjustments, names } = computed;
  if (sums === null) throw new Error('The sums of a run are not for an agent.');
  return {
    ...shownRun(run),
    sums: shownSums(sums),
    hasChangedSinceReview: run.state === 'reviewed' && run.digest !== computed.digest,
    agents: whole.agents.map((agent) => shownAgent(agent, names.agents)),
    agentSums: shownAgentSums(whole.agents),
    adjustments,
    heldLines: heldLines(whole.entries),
  };
}

/** Lists the lines of a run: of one agent, of the house, what is held, or all. Refuses an unknown run. */
export async function listRunLines(
  runs: PayRunStore,
  { key, party, page }: { readonly key: RunKey; readonly party: string | null; readonly page: OffsetPosition },
): Promise<OffsetPage<PayRunLine> | Refused> {
  const [run, names] = await Promise.all([runs.find(key), runs.names(key.accountId)]);
  if (run !== null && isFixed(run)) {
    return withFindings(runs, key, { page: await runs.entriesPage(key, party, page), names });
  }
  const computed = await computedRun(runs, key);
  if (isRefused(computed)) return computed;
  const entries = computed.whole.entries.filter((entry) => party === null || partyId(entry.party) === party);
  const { limit, offset } = page;
  const shown = { ...offsetPage(entries.slice(offset, offset + limit + 1), page), total: entries.length };
  return withFindings(runs, key, { page: shown, names });
}

async function withFindings(
  runs: PayRunStore,
  { accountId }: RunKey,
  { page, names }: { readonly page: OffsetPage<NumberedEntry>; readonly names: RunNames },
): Promise<OffsetPage<PayRunLine>> {
  const lines = page.data.map(({ line }) => line);
  const findings = await runs.findings(accountId, lines);
  return { ...page, data: page.data.map((entry) => shownLine(entry, { names, findings })) };
}

/** Whether a run has its final figures. */
export function isFixed({ state }: StoredRun): boolean {
  return state === 'approved' || state === 'paid';
}

export interface ComputedRun {
  readonly run: StoredRun;
  readonly whole: { readonly entries: readonly NumberedEntry[]; readonly agents: readonly AgentSettlement[] };
  /** The hash of what a reviewer would see; null for a run that is not reviewed. */
  readonly digest: string | null;
  /** Null in the work of an agent, who sees an own part of the run. */
  readonly sums: RunSumsOf<Money> | null;
  readonly adjustments: readonly PayAdjustmentRecord[];
  readonly names: RunNames;
}

/**
 * Computes a run that is not approved, or reads an approved one; of an approved one only the agent and the party's entries that are named.
 * Refuses an unknown run. An agent sees the own part of approved runs, and knows no other.
 */
export async function computedRun(
  runs: PayRunStore,
  key: RunKey,
  { agent = null, entriesOf = null }: { readonly agent?: string | null; readonly entriesOf?: string | null } = {},
): Promise<ComputedRun | Refused> {
  const [run, names] = await Promise.all([runs.find(key), runs.names(key.accountId)]);
  if (run === null) return unknownPayRun();
  if (isFixed(run)) {
    const [agents, entries, made] = await Promise.all([
      runs.settled(key, agent),
      runs.entries(key, entriesOf),
      runs.adjustments(key),
    ]);
    const whole = { agents, entries };
    return { run, whole, digest: null, sums: run.sums, adjustments: made.map(shownAdjustment), names };
  }
  const material = await runs.material(key);
  if (material === null) return unknownPayRun();
  if (isRefused(material)) return material;
  const { whole, adjustments, setup } = compose(material);
  const { received, people, house, held } = whole;
  const sums = { received, people, house, held, paid: paidIn(whole.agents) };
  const digest = material.run.state === 'reviewed' ? digestOf(whole, setup) : null;
  return { run: material.run, whole, digest, sums, adjustments, names };
}

const keptRecords = z
  .array(z.object({ agentId: z.string(), uplineId: z.string().nullable(), isHouse: z.boolean() }))
  .nullable();

/** Computes a run that is not approved. */
function compose(material: RunMaterial): {
  whole: WholeRun;
  adjustments: readonly PayAdjustmentRecord[];
  setup: PaySetup;
} {
  const { run, agents: records, paidBefore, balances, carrierNames, revision } = material;
  const readSetup = (stored: unknown) => withJoinedMembers(setupOf(readPaySetup(stored)), material.joinedMembers);
  const setups = new Map([...material.setups].map(([number, stored]) => [number, readSetup(stored)]));
  const setup = setups.get(revision);
  if (setup === undefined) throw new Error('A run has no setup to be computed by.');
  const past = material.past.map(({ revision: of, records: kept, ...one }) => {
    const used = recordsOfRun(keptRecords.parse(kept), records);
    return { ...one, agents: paidAgents(setups.get(of) ?? setup, used) };
  });
  const recurring = recurringOn(setup, run.payDate).map((one) => ({ id: null, ...one }));
  const adjustments = [...material.adjustments, ...recurring];
  const whole = composeRun({
    ...{ lines: runLines(material, paidByKey(paidBefore)), months: run.months, reapplyFrom: run.reapplyFrom, setup },
    agents: paidAgents(setup, records),
    ...{ past, paidBefore, balances, adjustments, carrierNames },
  });
  return { whole, adjustments: adjustments.map(shownAdjustment), setup };
}

/**
 * Says that somebody looked at the run as it is now. Refuses an approved run, and a token where a second person is needed: its owner could
 * approve the own review.
 */
export function reviewRun(runs: PayRunStore, key: RunKey, origin: RequestOrigin): Promise<WholePayRun | Refused> {
  const decide = (material: RunMaterial): RunChange | Refused => {
    const { run } = material;
    if (run.state !== 'draft' && run.state !== 'reviewed') return payRunIsFixed(run.state);
    const { whole, setup } = compose(material);
    const isPerson = origin.actor.startsWith('person:');
    if (material.needsSecondPerson && !isPerson) {
      return refuse('conflict', 'A person who signed in reviews the run, because a second person approves it.');
    }
    return { state: 'reviewed', digest: digestOf(whole, setup) };
  };
  return changed(runs, key, runs.change(key, decide, origin));
}

/**
 * Approves a run: its entries and settlements are written and never change again. Refuses a run that changed since it was reviewed, and the
 * reviewer where a second person is needed. Switched off, it is needed for one run more, so that nobody switches it off to approve alone.
 */
export function approveRun(runs: PayRunStore, key: RunKey, origin: RequestOrigin): Promise<WholePayRun | Refused> {
  const decide = (material: RunMaterial): RunChange | Refused => {
    const { run, revision, agents: records } = material;
    if (run.state !== 'draft' && run.state !== 'reviewed') return payRunIsFixed(run.state);
    const { whole, setup, adjustments } = compose(material);
    if (run.state === 'reviewed' && run.digest !== digestOf(whole, setup)) {
      return refuse('conflict', 'The run has changed since it was reviewed. Review it again.');
    }
    if (material.needsSecondPerson) {
      if (run.state === 'draft') return refuse('conflict', 'The run must be reviewed first, by another person.');
      if (run.reviewedBy === origin.actor)
        return refuse('conflict', 'Another person than the reviewer approves the run.');
    }
    const nameOf = new Map(records.map(({ agentId, name }) => [agentId, name]));
    const agents = whole.agents.map((agent) => ({ ...agent, agentName: nameOf.get(agent.agentId) ?? '' }));
    const used = records.map(({ agentId, uplineId, isHouse }) => ({ agentId, uplineId, isHouse }));
    const { entries, received, people, house, held } = whole;
    const sums = { received, people, house, held, paid: paidIn(agents) };
    const recurring = adjustments
      .filter(({ id }) => id === null)
      .map((one) => ({ ...one, id: randomUUID(), amount: money(one.amount) }));
    return { state: 'approved', approved: { revision, records: used, entries, agents, sums, recurring } };
  };
  return changed(runs, key, runs.change(key, decide, origin));
}

/** Says that the money of an approved run was sent, or corrects it. Refuses a run in another state, and a day far from its pay date. */
export function markRunPaid(
  runs: PayRunStore,
  order: Readonly<z.output<typeof paymentOfRun>> & { readonly key: RunKey },
  origin: RequestOrigin,
): Promise<WholePayRun | Refused> {
  const { key, ...paid } = order;
  const decide = (run: StoredRun) => {
    if (!isFixed(run)) return payRunNotApproved(run.state);
    const days = Math.abs(Date.parse(paid.paidOn) - Date.parse(run.payDate)) / DAY_MS;
    if (days > PAID_WITHIN_DAYS) return refuseField('paidOn', `must be within a year of the pay date, ${run.payDate}`);
    return { state: 'paid', ...paid } as const;
  };
  return changed(runs, key, runs.pay(key, decide, origin));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day further from the pay date is a typing error. It would count for another year's form 1099. */
const PAID_WITHIN_DAYS = 366;

async function changed(
  runs: PayRunStore,
  key: RunKey,
  change: Promise<Refused | null>,
): Promise<WholePayRun | Refused> {
  return (await change) ?? findRun(runs, key);
}

/** Hashes what a run pays and who approves it, so that a reviewer's look is of this run under this rule. */
function digestOf({ entries, agents }: Pick<WholeRun, 'entries' | 'agents'>, { approval }: PaySetup): string {
  const seen = [
    approval,
    entries.map(({ key, party, amount }) => [key, partyId(party), amount]).sort(),
    agents.map(({ agentId, paid, after }) => [agentId, paid, after.waiting, after.holdback, after.debt]),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}
