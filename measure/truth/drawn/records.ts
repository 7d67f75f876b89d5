import { addMonths, type Period } from '../../../core/period.ts';
import type { Fact, FactKind, Range, Truth, TruthBook } from '../judging/truth.ts';
import type { Carrier } from './carrier.ts';
import { type Payment, type Policy, regularPayments, type Unit } from './policies.ts';

/** The kinds of matter that are true of many members at once. */
export const EVENT_KINDS = [
  'rate_cut',
  'left',
  'late_block',
  'agent_moved',
  'plan_renamed',
  'plan_unpaid',
  'new_ids',
  'months_in_one',
  'restated',
  'paid_late',
  'planned_step',
  'raised',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A matter of the carrier, with the members it is true of. */
export interface BookEvent {
  readonly kind: EventKind;
  readonly period: Period;
  readonly members: readonly number[];
}

/** An amount that the carrier owes for one matter of one member. */
export interface TrueClaim extends Range {
  readonly member: number;
  readonly period: Period;
}

export interface ManyTruth extends Truth {
  readonly events: readonly BookEvent[];
  readonly claims: readonly TrueClaim[];
  /** Every plan, agent, state and product that a member ever shows. The scope of an event is one of them. */
  readonly scopes: readonly (readonly string[])[];
}

/** A book whose truth also holds the carrier's events and each claim. */
export interface ManyBook extends TruthBook {
  readonly truth: ManyTruth;
  /** The values by which figures are grouped, such as the basis of pay. */
  readonly dimensions: Readonly<Record<string, string>>;
}

/** A reason why a member is paid less although nothing is wrong. At risk may show it. */
export type Reason = 'planned_step' | 'as_earned' | 'rate_cut';

interface Noted {
  readonly member: number;
  readonly at: number;
}

/** Collects what is drawn for a book: the policies with their payments, and everything that is true of them. */
export class Records {
  readonly carrier: Carrier;
  readonly policies: Policy[] = [];
  readonly payments = new Map<Policy, Payment[]>();
  readonly facts: (Noted & { readonly kind: FactKind })[] = [];
  readonly reasons: (Noted & { readonly reason: Reason })[] = [];
  readonly musts: (Noted & { readonly cents: number })[] = [];
  readonly owed: (Noted & Range)[] = [];
  readonly claims: (Noted & Range)[] = [];
  readonly events: { readonly kind: EventKind; readonly at: number; readonly members: readonly number[] }[] = [];
  /** Cuts of the rate: the factor that holds for a policy from a statement on. */
  readonly cuts: { readonly at: number; readonly factor: number; readonly holds: (policy: Policy) => boolean }[] = [];
  readonly unpaidPlans: string[] = [];
  /** Statements that the carrier does not send. */
  readonly skipped = new Set<number>();

  constructor(carrier: Carrier) {
    this.carrier = carrier;
  }

  add(policy: Policy): Policy {
    this.policies.push(policy);
    this.payments.set(policy, regularPayments(this.carrier, policy));
    return policy;
  }

  paymentsOf(policy: Policy): readonly Payment[] {
    return this.payments.get(policy) ?? [];
  }

  /** Replaces the payments of a policy. Those outside the statements of the book are never seen. */
  replace(policy: Policy, payments: readonly Payment[]): void {
    const seen = payments.filter(({ at }) => at >= 0 && at < this.carrier.months);
    this.payments.set(
      policy,
      seen.toSorted((one, other) => one.at - other.at || one.from - other.from),
    );
  }

  fact(policy: Policy, at: number, ...kinds: readonly FactKind[]): void {
    for (const kind of kinds) this.facts.push({ member: policy.index, at, kind });
  }

  reason(policy: Policy, at: number, reason: Reason): void {
    this.reasons.push({ member: policy.index, at, reason });
  }

  must(policy: Policy, at: number, cents: number): void {
    this.musts.push({ member: policy.index, at, cents });
  }

  owe(policy: Policy, at: number, must: number, may = must): void {
    this.owed.push({ member: policy.index, at, must, may });
  }

  claim(policy: Policy, at: number, must: number, may = must): void {
    this.claims.push({ member: policy.index, at, must, may });
  }

  /** Forgets everything that would have been true of a policy in the statements of a range. The last one is excluded. */
  forget(policy: Policy, from: number, until = this.carrier.months): void {
    for (const list of [this.facts, this.reasons, this.musts, this.owed, this.claims] as Noted[][]) {
      const kept = list.filter(({ member, at }) => member !== policy.index || at < from || at >= until);
      list.splice(0, list.length, ...kept);
    }
  }

  /**
   * The statement on which the end of a policy shows. Month by month it is the first one without pay; else the pay that is due next shows
   * it.
   */
  firstAbsence(lastPaid: number, nextDue: number): number {
    if (this.carrier.traits.schedule !== 'as_earned') return nextDue;
    let at = lastPaid + 1;
    while (this.skipped.has(at)) at += 1;
    return Math.min(at, nextDue);
  }

  cutOf(policy: Policy, priced: number): number {
    return this.cuts
      .filter(({ at, holds }) => at <= priced && holds(policy))
      .reduce((factor, cut) => factor * cut.factor, 1);
  }

  period(at: number): Period {
    return addMonths(this.carrier.start, at);
  }

  get periods(): readonly Period[] {
    return Array.from({ length: this.carrier.months }, (_, at) => at)
      .filter((at) => !this.skipped.has(at))
      .map((at) => this.period(at));
  }

  factsOfBook(): readonly Fact[] {
    const within = new Set(this.periods);
    const all = this.facts.map(({ member, at, kind }) => ({ member, period: this.period(at), kind }));
    const seen = new Set<string>();
    return all.filter(({ member, period, kind }) => {
      const key = `${member} ${period} ${kind}`;
      const isNew = within.has(period) && !seen.has(key);
      seen.add(key);
      return isNew;
    });
  }
}

/** A row of a statement before it is printed. */
export interface Row {
  readonly policy: Policy;
  readonly unit: Unit;
  readonly payment: Payment;
  readonly cents: number;
}
