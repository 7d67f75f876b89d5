import type { BookMove, SharedCase } from '../../core/agent-pay/agent.ts';
import { byOrderOfPay, type PayLine } from '../../core/agent-pay/pay-line.ts';
import type { PayClass, PayPlan, PayRule, RuleScope, Tiers } from '../../core/agent-pay/pay-plan.ts';
import type { AgentRecord, AgentTerms, PaySetup } from '../../core/agent-pay/pay-setup.ts';

/**
 * Implements docs/reference/agent-pay.md again, deliberately slow and simple, for comparison with the service: how each line is divided.
 * Amounts are bigint, exact until they are cut to cents. The order of lines within a month is the service's.
 */

/** A line is divided into whole cents for people, and ten-thousandths of a dollar for the house and what is held. */
export interface ModelDivision {
  readonly people: readonly CentPart[];
  readonly house: bigint;
  readonly held: bigint;
}

export interface ModelBook {
  readonly lines: readonly PayLine[];
  readonly records: readonly AgentRecord[];
  /** The setup of today: its moves and cases apply to all lines. */
  readonly setup: PaySetup;
  /** The rules by which a line is divided: the first that have a plan for a writer. The last are those of today. */
  readonly rulesOf: (line: PayLine, takers: readonly PayLine[]) => readonly ModelRules[];
}

/** The setup and the records that a run used. */
export interface ModelRules {
  readonly setup: PaySetup;
  readonly records: readonly AgentRecord[];
}

/** A part of a line for a person, who may have several. */
interface CentPart {
  readonly agentId: string;
  readonly cents: bigint;
}

interface TakenBack {
  readonly payment: PayLine;
  readonly amount: bigint;
  /** The amount that earlier lines took back of the same payment. */
  readonly before: bigint;
}

interface Writer {
  readonly agentId: string | null;
  readonly part: bigint;
}

/** A part of a line for a person, in 10^-16 dollars. */
interface ExactPart {
  readonly agentId: string;
  readonly exact: bigint;
}

const WHOLE = 1_000_000n;
const EXACT_PER_CENT = 10n ** 14n;

/** Returns the division of every line of a book. */
export function modelDivisions(book: ModelBook): ReadonlyMap<PayLine, ModelDivision> {
  const divisions = new Map<PayLine, ModelDivision>();
  const taken = takenBack(book.lines);
  for (const line of book.lines) if (line.amount >= 0) divisions.set(line, dividePayment(book, line, taken));
  for (const line of book.lines) {
    if (line.amount >= 0) continue;
    const back = divideTakeBack(line, taken.get(line) ?? [], divisions);
    divisions.set(line, line.memberRefId === null ? withRest(book, line, back, taken) : back);
  }
  return divisions;
}

/** Money without a member that takes back no payment is taken as it would be paid. */
function withRest(book: ModelBook, line: PayLine, back: ModelDivision, taken: Taken): ModelDivision {
  const matched = (taken.get(line) ?? []).reduce((sum, { amount }) => sum + Number(amount), 0);
  const rulesOf = () => book.rulesOf(line, []);
  const rest = dividePayment({ ...book, rulesOf }, { ...line, amount: -line.amount - matched }, taken);
  const people = [...back.people, ...rest.people.map(({ agentId, cents }) => ({ agentId, cents: -cents }))];
  return { people, held: back.held, house: BigInt(line.amount) - back.held - moneyOf(people) };
}

function covered(line: PayLine): string {
  return line.coverageMonth ?? line.period;
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
}

function yearOfPolicy(line: PayLine): number | null {
  if (line.effectiveDate === null) return null;
  const months = monthNumber(covered(line)) - monthNumber(line.effectiveDate.slice(0, 7));
  return months < 0 ? 1 : Math.floor(months / 12) + 1;
}

function classOf(line: PayLine): PayClass {
  if (line.kind === 'override' || line.kind === 'bonus' || line.kind === 'fee') return line.kind;
  return line.memberRefId === null ? 'no_member' : 'commission';
}

function latest<Item extends { readonly from: string | null }>(items: readonly Item[]): Item | null {
  return items.reduce<Item | null>(
    (best, one) => (best === null || (one.from ?? '') >= (best.from ?? '') ? one : best),
    null,
  );
}

// Writers

function writers(book: ModelBook, line: PayLine): readonly Writer[] {
  const shared = caseOf(book.setup.cases, line);
  const { moves } = book.setup;
  if (shared === null) return [{ agentId: owner(moves, line, line.agentId), part: WHOLE }];
  const later = moves.filter((move) => move.from > shared.from);
  return shared.shares.map(({ agentId, share }) => ({ agentId: owner(later, line, agentId), part: BigInt(share) }));
}

/** A case of a policy goes before a case of a member. Books that move after the month of a case take their part of it along. */
function caseOf(cases: readonly SharedCase[], line: PayLine): SharedCase | null {
  const fitting = cases.filter(
    (one) =>
      one.from <= covered(line) &&
      (one.carrierId === null || one.carrierId === line.carrierId) &&
      (one.policy === null || one.policy === line.policy) &&
      (one.memberRefId === null || one.memberRefId === line.memberRefId),
  );
  return latest(fitting.filter((one) => one.policy !== null)) ?? latest(fitting);
}

/** A book goes on from owner to owner, in the order of the months. */
function owner(moves: readonly BookMove[], line: PayLine, agentId: string | null): string | null {
  let now = agentId;
  for (const move of moves.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const fits =
      move.from <= covered(line) &&
      (move.carrierId === null || move.carrierId === line.carrierId) &&
      (move.memberRefId === null || move.memberRefId === line.memberRefId);
    if (fits && move.agentId === now) now = move.toAgentId;
  }
  return now;
}

// Agents

function recordOf(book: ModelBook, agentId: string): AgentRecord | undefined {
  return book.records.find((one) => one.agentId === agentId);
}

function termsOf(setup: PaySetup, agentId: string): AgentTerms | undefined {
  return setup.agents.find((one) => one.agentId === agentId);
}

function planOf(setup: PaySetup, agentId: string, month: string): PayPlan | null {
  const planId = latest((termsOf(setup, agentId)?.plans ?? []).filter(({ from }) => from <= month))?.value ?? null;
  return setup.plans.find((plan) => plan.planId === planId) ?? null;
}

function uplineOf(book: ModelBook, setup: PaySetup, agentId: string, month: string): string | null {
  const dated = termsOf(setup, agentId)?.uplines ?? [];
  if (dated.length === 0) return recordOf(book, agentId)?.uplineId ?? null;
  return latest(dated.filter(({ from }) => from <= month))?.value ?? null;
}

/** Returns the uplines, nearest first. */
function uplines(book: ModelBook, setup: PaySetup, agentId: string, month: string): readonly string[] {
  const chain: string[] = [];
  for (
    let next = uplineOf(book, setup, agentId, month);
    next !== null && next !== agentId && !chain.includes(next);
    next = uplineOf(book, setup, next, month)
  ) {
    chain.push(next);
  }
  return chain;
}

function hasLeft(book: ModelBook, agentId: string, month: string): boolean {
  const leftFrom = recordOf(book, agentId)?.leftFrom ?? null;
  return leftFrom !== null && leftFrom <= month;
}

// Rules

function fits(scope: RuleScope, line: PayLine, payClass: PayClass): boolean {
  const year = yearOfPolicy(line);
  const yearFits =
    scope.years === null ||
    (year !== null &&
      (scope.years === 'first' ? year === 1 : scope.years === 'renewal' ? year > 1 : year === scope.years));
  return (
    scope.payClass === payClass &&
    (scope.policy === null || scope.policy === line.policy) &&
    (scope.memberRefId === null || scope.memberRefId === line.memberRefId) &&
    (scope.planName === null || scope.planName === line.planName) &&
    (scope.product === null || scope.product === line.product) &&
    (scope.carrierId === null || scope.carrierId === line.carrierId) &&
    yearFits &&
    (scope.from === null || scope.from <= covered(line)) &&
    (scope.to === null || scope.to >= covered(line))
  );
}

/** Money without a member goes by the rule of its kind, else by that for all money without a member. */
function ruleFor(plan: PayPlan, line: PayLine): PayRule | null {
  const rule = ruleOfClass(plan, line, classOf(line));
  return rule === null && line.memberRefId === null ? ruleOfClass(plan, line, 'no_member') : rule;
}

function ruleOfClass(plan: PayPlan, line: PayLine, payClass: PayClass): PayRule | null {
  let left = plan.rules.filter(
    (rule) => fits(rule.scope, line, payClass) && (rule.pay.by !== 'premium' || line.premium !== null),
  );
  const particulars: readonly ((scope: RuleScope) => boolean)[] = [
    (scope) => scope.policy !== null,
    (scope) => scope.memberRefId !== null,
    (scope) => scope.planName !== null,
    (scope) => scope.product !== null,
    (scope) => scope.carrierId !== null,
    (scope) => typeof scope.years === 'number',
    (scope) => scope.years !== null,
  ];
  for (const isParticular of particulars) {
    const better = left.filter((rule) => isParticular(rule.scope));
    if (better.length > 0) left = better;
  }
  return latest(left.map((rule) => ({ rule, from: rule.scope.from })))?.rule ?? null;
}

// Tiers

function tierShare(book: ModelBook, rule: PayRule, agentId: string, line: PayLine, taken: Taken): bigint | null {
  if (rule.pay.by !== 'commission' && rule.pay.by !== 'premium') return null;
  let share = rule.pay.share;
  if (rule.tiers !== null) {
    const produced = production(book, rule.tiers, agentId, line, taken);
    for (const step of rule.tiers.steps) if (produced >= BigInt(step.reached) * WHOLE) share = step.share;
  }
  return BigInt(share);
}

type Taken = ReadonlyMap<PayLine, readonly TakenBack[]>;

/** Returns the production of the year in which the line was received, in ten-billionths of a dollar. */
function production(book: ModelBook, tiers: Tiers, agentId: string, line: PayLine, taken: Taken): bigint {
  let sum = 0n;
  for (const other of book.lines) {
    if (other.period.slice(0, 4) !== line.period.slice(0, 4)) continue;
    if (tiers.reach === 'next_line' && byOrderOfPay(other, line) >= 0) continue;
    if (other.amount >= 0) sum += produced(book, tiers, agentId, other);
    if (other.amount >= 0) continue;
    let unseen = -BigInt(other.amount);
    for (const { payment, amount, before } of taken.get(other) ?? []) {
      const whole = produced(book, tiers, agentId, payment);
      sum -= (whole * (before + amount)) / BigInt(payment.amount) - (whole * before) / BigInt(payment.amount);
      unseen -= amount;
    }
    // The amount that no payment was seen for counts against the agents of the line itself.
    sum += (produced(book, tiers, agentId, other) * unseen) / -BigInt(other.amount);
  }
  return sum;
}

function produced(book: ModelBook, { measure }: Tiers, agentId: string, line: PayLine): bigint {
  if (classOf(line) !== 'commission') return 0n;
  if (measure === 'first_year_commission' && yearOfPolicy(line) !== 1) return 0n;
  const parts = writers(book, line).filter((writer) => writer.agentId === agentId);
  const part = parts.reduce((sum, writer) => sum + writer.part, 0n);
  // Some carriers print the premium of a chargeback without its sign.
  const premium = line.amount < 0 ? -Math.abs(line.premium ?? 0) : (line.premium ?? 0);
  return BigInt(measure === 'premium' ? premium : line.amount) * part;
}

// Payments

function dividePayment(book: ModelBook, line: PayLine, taken: Taken): ModelDivision {
  const amount = BigInt(line.amount);
  const parts: ExactPart[] = [];
  let exactHeld = 0n;
  for (const writer of writers(book, line)) {
    const isCommission = classOf(line) === 'commission';
    const own = book
      .rulesOf(line, takersOf(line, taken))
      .map(({ setup, records }) => partsOf({ ...book, records }, setup, line, writer, taken))
      .find((found) => typeof found !== 'string' || (found === 'no rule' && !isCommission));
    if (own !== undefined && own !== 'no rule' && own !== 'no plan') parts.push(...own);
    else if (isCommission) exactHeld += amount * writer.part;
  }
  const people = inCents(parts, EXACT_PER_CENT);
  const held = exactHeld / WHOLE;
  return { people, held, house: amount - held - moneyOf(people) };
}

function takersOf(line: PayLine, taken: Taken): readonly PayLine[] {
  return [...taken].filter(([, back]) => back.some(({ payment }) => payment === line)).map(([taker]) => taker);
}

function moneyOf(people: readonly CentPart[]): bigint {
  return people.reduce((sum, { cents }) => sum + cents * 100n, 0n);
}

/** Returns the parts of the writer and the uplines. Says so when there is no plan of an agent, or no rule. */
function partsOf(
  book: ModelBook,
  setup: PaySetup,
  line: PayLine,
  writer: Writer,
  taken: Taken,
): readonly ExactPart[] | 'no plan' | 'no rule' {
  const { agentId, part } = writer;
  const month = covered(line);
  if (agentId === null || recordOf(book, agentId) === undefined) return 'no plan';
  if (recordOf(book, agentId)?.isHouse === true || line.amount === 0) return [];
  const plan = planOf(setup, agentId, month);
  if (plan === null) return 'no plan';
  const rule = ruleFor(plan, line);
  if (rule === null) return 'no rule';
  const share = tierShare(book, rule, agentId, line, taken);
  const parts: ExactPart[] = [];
  const isLost = hasLeft(book, agentId, month) && plan.afterLeaving === 'loses' && (yearOfPolicy(line) ?? 1) > 1;
  if (!isLost) parts.push({ agentId, exact: writingPart(rule, line, part, share) });
  let below = share ?? 0n;
  uplines(book, setup, agentId, month).forEach((upline, level) => {
    const isPaid = !hasLeft(book, upline, month) && recordOf(book, upline)?.isHouse !== true;
    if (!isPaid) return;
    if (rule.overrides.by === 'level') {
      const own = BigInt(rule.overrides.shares[level] ?? 0);
      parts.push({ agentId: upline, exact: BigInt(line.amount) * own * part });
    }
    if (rule.overrides.by === 'difference') {
      const own = ownShare(book, setup, upline, line, rule, taken);
      if (own <= below) return;
      const base = BigInt(rule.pay.by === 'premium' ? (line.premium ?? 0) : line.amount);
      parts.push({ agentId: upline, exact: base * (own - below) * part });
      below = own;
    }
  });
  return parts;
}

/** Returns what the upline would get of the line for writing it, measured like the writer's rule. */
function ownShare(
  book: ModelBook,
  setup: PaySetup,
  upline: string,
  line: PayLine,
  written: PayRule,
  taken: Taken,
): bigint {
  const plan = planOf(setup, upline, covered(line));
  const rule = plan === null ? null : ruleFor(plan, line);
  if (rule === null || rule.pay.by !== written.pay.by) return 0n;
  return tierShare(book, rule, upline, line, taken) ?? 0n;
}

function writingPart({ pay }: PayRule, line: PayLine, part: bigint, share: bigint | null): bigint {
  switch (pay.by) {
    case 'commission':
      return BigInt(line.amount) * (share ?? 0n) * part;
    case 'premium':
      return BigInt(line.premium ?? 0) * (share ?? 0n) * part;
    case 'policy':
      return BigInt(pay.amount) * WHOLE * part;
    case 'life':
      return BigInt(pay.amount) * BigInt(line.lives ?? 100) * 10_000n * part;
    case 'month':
      return BigInt(pay.amount) * BigInt(line.months ?? 100) * 10_000n * part;
  }
}

/** Cuts the sum to whole cents and gives them out: each part's whole cents, then one more to the largest fractions. */
function inCents(parts: readonly ExactPart[], perCent: bigint): readonly CentPart[] {
  const cut = parts.map(({ agentId, exact }) => ({ agentId, cents: exact / perCent, fraction: exact % perCent }));
  const sum = parts.reduce((total, { exact }) => total + exact, 0n) / perCent;
  const missing = Number(sum - cut.reduce((total, { cents }) => total + cents, 0n));
  const lucky = new Set(
    cut.toSorted((a, b) => (a.fraction > b.fraction ? -1 : a.fraction < b.fraction ? 1 : 0)).slice(0, missing),
  );
  return cut.map((part) => ({ agentId: part.agentId, cents: part.cents + (lucky.has(part) ? 1n : 0n) }));
}

// Money that is taken back

/** A negative line takes back payments of the month that it names, else the latest and then those before it; its own policy first. */
function takenBack(lines: readonly PayLine[]): Taken {
  const ordered = lines.toSorted(byOrderOfPay);
  const used = new Map<PayLine, bigint>();
  return new Map(
    ordered.map((line) => {
      const before = ordered.filter((one) => one.amount > 0 && one.period <= line.period && isSamePayee(one, line));
      const payments = before.filter((one) => line.coverageMonth === null || covered(one) === line.coverageMonth);
      let left = -BigInt(line.amount);
      const taken: TakenBack[] = [];
      const ofPolicy = payments.filter(({ policy }) => policy === line.policy);
      const blank = payments.filter(
        ({ policy }) => policy !== line.policy && (policy === null || line.policy === null),
      );
      for (const payment of [...ofPolicy.toReversed(), ...blank.toReversed()]) {
        const earlier = used.get(payment) ?? 0n;
        const room = BigInt(payment.amount) - earlier;
        const amount = left < room ? left : room;
        if (amount <= 0n) continue;
        taken.push({ payment, amount, before: earlier });
        used.set(payment, earlier + amount);
        left -= amount;
      }
      return [line, taken];
    }),
  );
}

function isSamePayee(a: PayLine, b: PayLine): boolean {
  return (
    a.carrierId === b.carrierId &&
    a.memberRefId === b.memberRefId &&
    classOf(a) === classOf(b) &&
    (a.memberRefId !== null || (a.agentId === b.agentId && a.description === b.description))
  );
}

/** Each person gives back what the sum of the lines so far takes, less what the lines before took: to the cent, also in three parts. */
function divideTakeBack(
  line: PayLine,
  taken: readonly TakenBack[],
  divisions: ReadonlyMap<PayLine, ModelDivision>,
): ModelDivision {
  const people: CentPart[] = [];
  let held = 0n;
  for (const { payment, amount, before } of taken) {
    const divided = divisions.get(payment);
    if (divided === undefined) continue;
    const whole = BigInt(payment.amount);
    const upTo = (sum: bigint): readonly CentPart[] =>
      inCents(
        divided.people.map(({ agentId, cents }) => ({ agentId, exact: cents * sum })),
        whole,
      );
    people.push(...upTo(before), ...upTo(before + amount).map(({ agentId, cents }) => ({ agentId, cents: -cents })));
    held -= (divided.held * (before + amount)) / whole - (divided.held * before) / whole;
  }
  return { people, held, house: BigInt(line.amount) - held - moneyOf(people) };
}
