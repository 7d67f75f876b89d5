import fc from 'fast-check';
import type { BookMove, Dated, SharedCase } from '../../core/agent-pay/agent.ts';
import type { KeyedLine } from '../../core/agent-pay/pay-line.ts';
import { PAY_CLASSES, type PayPlan, type PayRule, type RuleScope } from '../../core/agent-pay/pay-plan.ts';
import type { AgentTerms, PaySetup } from '../../core/agent-pay/pay-setup.ts';

/**
 * Makes random agencies for the model of agent pay and the code compared with it: steps of people and statements in any order. They have
 * few agents, members, policies and months, so that these meet, and amounts that do not divide evenly.
 */

/** The agency's own account is `own`. */
export const AGENTS = ['own', 'ann', 'ben', 'cat', 'dan'] as const;
const WRITERS = ['ann', 'ben', 'cat', 'dan'] as const;
export const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'] as const;
const COVERED = ['2025-10', ...MONTHS, '2026-04'] as const;
const CARRIERS = ['aetna', 'bcbs'] as const;
const MEMBERS = ['m1', 'm2', 'm3'] as const;
const POLICIES = ['p1', 'p2', null] as const;
const PLANS = ['senior', 'junior'] as const;
const SHARE = [0, 100_000, 333_333, 500_000, 625_000, 1_000_000] as const;

/** A line as a statement has it. The agent's name and the member's id are joined with records by the agency. */
export type StatementLine = Omit<KeyedLine, 'carrierId' | 'period' | 'agentText'>;
export interface NamedLine extends StatementLine {
  readonly agentName: string | null;
}

/** Steps of an agency, in the order in which they happen. */
export type Step =
  | { readonly do: 'upload'; readonly file: string; readonly lines: readonly NamedLine[] }
  | { readonly do: 'retract'; readonly file: string }
  | { readonly do: 'setUp'; readonly setup: PaySetup }
  | { readonly do: 'join'; readonly name: string; readonly agentId: string | null }
  | { readonly do: 'leave'; readonly agentId: string; readonly from: string | null }
  | {
      readonly do: 'record';
      readonly agentId: string;
      readonly uplineId: string | null;
      readonly isHouse: boolean;
    }
  | {
      readonly do: 'run';
      readonly months: readonly string[];
      readonly reapplyFrom: string | null;
      readonly adjustments: readonly RandomAdjustment[];
    };

export interface RandomAdjustment {
  readonly agentId: string;
  readonly kind: 'fee' | 'bonus' | 'draw' | 'correction' | 'advance' | 'release';
  readonly amount: number;
}

/** Makes the usual value most of the time. */
function usually<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}

const from = fc.constantFrom(...COVERED);
const share = fc.constantFrom(...SHARE);
const paid = fc.constantFrom(1_000_000, 333_333, 200_000, 123_456, 100, 70, 1, 0);
const takenBack = fc.constantFrom(-1_000_000, -333_333, -100_000, -66_667, -41_152, -50, -1);

const namedLine: fc.Arbitrary<NamedLine> = fc.record({
  agentName: usually<string | null>('Ann', 'Ben', 'Cat', 'Dan', 'Own', null),
  coverageMonth: fc.oneof(fc.constant(null), from),
  memberExternalId: usually<string | null>('m1', 'm2', 'm3', null, null),
  policy: usually<string | null>('p1', ...POLICIES),
  kind: usually<KeyedLine['kind']>('commission', 'override', 'bonus', 'fee', 'advance'),
  amount: fc.oneof({ arbitrary: paid, weight: 2 }, { arbitrary: takenBack, weight: 1 }),
  premium: fc.constantFrom(null, 2_000_000, 999_999),
  lives: fc.constantFrom(null, 100, 250),
  months: fc.constantFrom(null, 100, 200),
  planName: usually<string | null>('gold', null),
  product: usually<string | null>('life', null),
  effectiveDate: fc.constantFrom(null, '2025-02-01', '2025-10-15', '2026-01-01'),
  description: usually<string | null>('words', 'other words'),
});

/** Now and then two agents have equal lines, in either order. */
const lines: fc.Arbitrary<readonly NamedLine[]> = fc
  .tuple(fc.array(namedLine, { minLength: 1, maxLength: 4 }), usually(0, 1, 2))
  .map(([some, order]) => {
    const again = some.slice(0, 1).map((line) => ({ ...line, agentName: 'Ben' }));
    return order === 0 ? some : order === 1 ? [...some, ...again] : [...again, ...some];
  });

const scope: fc.Arbitrary<RuleScope> = fc.record({
  payClass: usually<RuleScope['payClass']>('commission', ...PAY_CLASSES),
  policy: usually<string | null>(null, 'p1'),
  memberRefId: usually<string | null>(null, 'm1'),
  planName: usually<string | null>(null, 'gold'),
  product: usually<string | null>(null, 'life'),
  carrierId: usually<string | null>(null, ...CARRIERS),
  years: usually<RuleScope['years']>(null, 'first', 'renewal', 1, 2),
  from: usually<string | null>(null, ...COVERED),
  to: usually<string | null>(null, ...COVERED),
});

const steps = fc.constantFrom(
  [
    { reached: 1_000_000, share: 750_000 },
    { reached: 1_500_000, share: 800_000 },
  ],
  [{ reached: 333_333, share: 625_000 }],
);

const anyRule: fc.Arbitrary<PayRule> = fc.record({
  ruleId: fc.constant(''),
  scope,
  pay: fc.oneof(
    { arbitrary: fc.record({ by: fc.constantFrom('commission', 'commission', 'premium'), share }), weight: 4 },
    {
      arbitrary: fc.record({
        by: fc.constantFrom('policy', 'life', 'month'),
        amount: fc.constantFrom(50_000, 33_300, 100),
      }),
      weight: 1,
    },
  ),
  tiers: fc.oneof(
    { arbitrary: fc.constant(null), weight: 2 },
    {
      arbitrary: fc.record({
        measure: fc.constantFrom('first_year_commission', 'commission', 'premium'),
        reach: fc.constantFrom('next_line', 'year'),
        steps,
      }),
      weight: 1,
    },
  ),
  overrides: fc.oneof(
    fc.record({
      by: fc.constant('level' as const),
      shares: fc.array(fc.constantFrom(50_000, 33_333), { maxLength: 3 }),
    }),
    fc.constantFrom({ by: 'difference' as const }, { by: 'none' as const }),
  ),
});

/** A flat amount has no tiers, and whoever gets the whole commission leaves nothing to uplines. */
const rule = anyRule.map((one): PayRule => {
  if (!('share' in one.pay)) return { ...one, tiers: null };
  return one.pay.share === 1_000_000 ? { ...one, overrides: { by: 'difference' } } : one;
});

function plan(planId: string): fc.Arbitrary<PayPlan> {
  return fc.record({
    planId: fc.constant(planId),
    name: fc.constant(planId),
    afterLeaving: fc.constantFrom('keeps', 'loses'),
    rules: fc
      .array(rule, { minLength: 1, maxLength: 4 })
      .map((rules) => rules.map((one, at) => ({ ...one, ruleId: `r${at}` }))),
  });
}

function dated<Value>(value: fc.Arbitrary<Value | null>): fc.Arbitrary<readonly Dated<Value>[]> {
  return fc.uniqueArray(fc.record({ from, value }), { maxLength: 2, selector: (one) => one.from });
}

/** Uplines never lead back to the same agent. */
function above(agentId: string): readonly string[] {
  const chain = ['ann', 'ben', 'cat', 'dan', 'own'];
  return chain.slice(chain.indexOf(agentId) + 1);
}

const money = fc.constantFrom(0, 0, 123_400, 20_000);

function terms(agentId: string): fc.Arbitrary<AgentTerms> {
  const always = fc.record({ from: fc.constant('2000-01'), value: fc.constantFrom(...PLANS) });
  return fc.record({
    agentId: fc.constant(agentId),
    plans: fc.oneof(
      { arbitrary: fc.tuple(always), weight: 3 },
      { arbitrary: dated(fc.constantFrom(...PLANS, null)), weight: 1 },
    ),
    uplines: fc.oneof(
      { arbitrary: fc.constant([]), weight: 1 },
      { arbitrary: dated(fc.constantFrom(...above(agentId), null)), weight: 2 },
    ),
    minimum: fc.constantFrom(0, 0, 250_000),
    holdback: fc.constantFrom(0, 0, 100_000, 33_333),
    recovery: fc.constantFrom(1_000_000, 500_000, 333_333),
    opening: fc.record({ waiting: money, holdback: money, debt: money }),
    recurring: fc.constant([]),
  });
}

const move: fc.Arbitrary<BookMove> = fc.record({
  from,
  agentId: fc.constantFrom(...WRITERS),
  toAgentId: fc.constantFrom(...AGENTS),
  carrierId: usually<string | null>(null, ...CARRIERS),
  memberRefId: usually<string | null>(null, ...MEMBERS),
});

const sharedCase: fc.Arbitrary<SharedCase> = fc
  .record({
    from,
    carrierId: fc.constantFrom(...CARRIERS, null),
    memberRefId: fc.constantFrom('m1', 'm2', null),
    policy: fc.constantFrom('p1', 'p2', null),
    shares: fc.constantFrom(
      [
        { agentId: 'ann', share: 600_000 },
        { agentId: 'ben', share: 400_000 },
      ],
      [
        { agentId: 'cat', share: 333_334 },
        { agentId: 'ben', share: 333_333 },
        { agentId: 'own', share: 333_333 },
      ],
    ),
  })
  .filter(({ memberRefId, policy }) => memberRefId !== null || policy !== null);

const setupArbitrary: fc.Arbitrary<PaySetup> = fc.record({
  firstMonth: fc.constant('2025-11'),
  approval: fc.constant('owner'),
  plans: fc.tuple(plan('senior'), plan('junior')),
  agents: fc.tuple(...WRITERS.map(terms)),
  moves: fc.array(move, { maxLength: 2 }),
  cases: fc.array(sharedCase, { maxLength: 2 }),
});

const file = fc
  .tuple(fc.constantFrom(...CARRIERS), fc.constantFrom('2025-10', ...MONTHS), fc.constantFrom('a', 'b'))
  .map((parts) => parts.join(' '));

const adjustment: fc.Arbitrary<RandomAdjustment> = fc.oneof(
  fc.record({
    agentId: fc.constantFrom(...WRITERS),
    kind: fc.constantFrom('fee', 'bonus', 'draw', 'correction'),
    amount: fc.constantFrom(100_000, -100_000, 1_100, -31_300),
  }),
  fc.record({
    agentId: fc.constantFrom(...WRITERS),
    kind: fc.constantFrom('advance', 'release'),
    amount: fc.constantFrom(100_000, 1_100),
  }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('upload'), file, lines }),
    weight: 8,
  },
  { arbitrary: fc.record({ do: fc.constant('retract'), file }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('setUp'), setup: setupArbitrary }), weight: 2 },
  {
    arbitrary: fc.record({
      do: fc.constant('join'),
      name: fc.constantFrom('Ann', 'Ben', 'Cat', 'Dan', 'Own'),
      agentId: fc.constantFrom(...AGENTS, null),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('leave'),
      agentId: fc.constantFrom(...WRITERS),
      from: fc.constantFrom(...COVERED, null),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('record'),
      agentId: fc.constantFrom(...WRITERS),
      uplineId: fc.constantFrom(...AGENTS, null),
      isHouse: usually(false, true),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('run'),
      months: fc.subarray([...MONTHS], { minLength: 1 }),
      reapplyFrom: usually<string | null>(null, ...COVERED),
      adjustments: fc.array(adjustment, { maxLength: 2 }),
    }),
    weight: 4,
  },
);

/** The mean number of steps, after the setup that the agency begins with. */
export const STEPS = 20;
export const agencyArbitrary = fc.record({
  setup: setupArbitrary,
  steps: fc.array(step, { minLength: 1, maxLength: 2 * STEPS - 1, size: 'max' }),
});
