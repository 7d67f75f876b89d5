import { describe, expect, test } from 'vitest';
import { keyLines } from '../../../core/agent-pay/pay-line.ts';
import { type AgentStatement, journalOf, statementText } from '../../../core/agent-pay/pay-papers.ts';
import type { PayPlan } from '../../../core/agent-pay/pay-plan.ts';
import { partyId, payablesOf, type ShownLine } from '../../../core/agent-pay/pay-run.ts';
import type { PaySetup } from '../../../core/agent-pay/pay-setup.ts';
import {
  type Balance,
  NO_BALANCE,
  type PayTerms,
  type RunSums,
  settleAgent,
} from '../../../core/agent-pay/settle-agent.ts';
import { PayLedger } from '../../support/pay-ledger.ts';
import { line, money, plan, rule, share } from './agent-pay.ts';

/** Guarantee: credited + adjustments = paid + holdback + waiting - debt, whatever a run brings. The amounts are worked by hand. */
describe('settlements', () => {
  describe('settle agent', () => {
    const TERMS: PayTerms = { minimum: 0, holdback: 0, recovery: share(100) };
    const settle = (before: Partial<Balance>, sums: Partial<RunSums>, terms: Partial<PayTerms> = {}) =>
      settleAgent(
        { ...NO_BALANCE, ...before },
        { credited: 0, adjustments: 0, advance: 0, released: 0, ...sums },
        { ...TERMS, ...terms },
      );

    describe('an agent', () => {
      test('is paid what the run credits and adjusts', () => {
        expect(settle({}, { credited: money(500), adjustments: money(-25) })).toMatchObject({
          paid: money(475),
          after: NO_BALANCE,
        });
      });

      test('waits for the smallest payment, and gets all of it once it is reached', () => {
        const first = settle({}, { credited: money(40) }, { minimum: money(50) });
        expect(first).toMatchObject({ paid: 0, after: { waiting: money(40) } });
        expect(settle(first.after, { credited: money(10) }, { minimum: money(50) })).toMatchObject({
          paid: money(50),
          after: NO_BALANCE,
        });
      });

      test('owes what a negative month takes back, and pays it off in full or by a share', () => {
        const negative = settle({ waiting: money(20) }, { credited: money(-120) });
        expect(negative).toMatchObject({ paid: 0, after: { waiting: 0, debt: money(100) } });
        expect(settle(negative.after, { credited: money(80) })).toMatchObject({ paid: 0, after: { debt: money(20) } });
        expect(settle(negative.after, { credited: money(80) }, { recovery: share(50) })).toMatchObject({
          ...{ paid: money(40), recovered: money(40) },
          after: { debt: money(60) },
        });
      });

      test('has a part held back until it is released', () => {
        const first = settle({}, { credited: money(200) }, { holdback: share(10) });
        expect(first).toMatchObject({ paid: money(180), heldBack: money(20), after: { holdback: money(20) } });
        expect(settle(first.after, { released: money(50) })).toMatchObject({
          paid: money(20),
          released: money(20),
          after: NO_BALANCE,
        });
        expect(settle({}, { credited: money(-10) }, { holdback: share(10) })).toMatchObject({ heldBack: 0 });
      });

      test('is lent an advance at once, and earns it in later runs', () => {
        const lent = settle({}, { advance: money(300) }, { minimum: money(1000) });
        expect(lent).toMatchObject({ paid: money(300), after: { debt: money(300) } });
        expect(settle(lent.after, { credited: money(500) })).toMatchObject({ paid: money(200), after: NO_BALANCE });
      });
    });
  });

  /** Guarantee: what an agent is owed is what is due, waits and is held back, less the debt, and nobody is counted twice. */
  describe('payable', () => {
    const none = { due: 0, dueSince: null, waiting: 0, holdback: 0, debt: 0 };

    test('adds up each agent, the largest first, with debts below zero and nobody without a balance', () => {
      const settled = [
        { ...none, agentId: 'ann', debt: 30_000 },
        {
          ...none,
          agentId: 'ben',
          due: 100_000,
          dueSince: '2026-02-15',
          waiting: 5_000,
          holdback: 20_000,
          debt: 1_000,
        },
        { ...none, agentId: 'cat' },
      ];
      expect(payablesOf(settled, []).map(({ agentId, total }) => [agentId, total])).toEqual([
        ['ben', 124_000],
        ['ann', -30_000],
      ]);
    });

    test('counts a balance from before the first run until a run has settled with the agent', () => {
      const opening = { waiting: 70_000, holdback: 0, debt: 20_000 };
      const openings = ['ann', 'dan'].map((agentId) => ({ agentId, opening }));
      expect(payablesOf([{ ...none, agentId: 'ann', due: 10_000, dueSince: '2026-02-15' }], openings)).toEqual([
        { agentId: 'dan', due: 0, dueSince: null, ...opening, total: 50_000 },
        { ...none, agentId: 'ann', due: 10_000, dueSince: '2026-02-15', total: 10_000 },
      ]);
    });
  });

  /** Guarantee: what a run paid keeps the rules of that run, and what it held is paid by the rules of today. */
  describe('compose run', () => {
    const CASE = {
      ...{ from: '2026-01', carrierId: null, memberRefId: 'M1', policy: null },
      shares: ['ana', 'lee'].map((agentId) => ({ agentId, share: share(50) })),
    };

    /** A setup in which agents have plans of their own. Ana and Lee share the case of M1. */
    function setup(plans: Readonly<Record<string, PayPlan>>, more: Partial<PaySetup> = {}): PaySetup {
      const terms = { uplines: [], minimum: 0, holdback: 0, recovery: share(100), opening: NO_BALANCE, recurring: [] };
      return {
        ...{ firstMonth: '2026-01', approval: 'owner', moves: [], cases: [CASE], plans: Object.values(plans) },
        agents: Object.entries(plans).map(([agentId, { planId }]) => ({
          ...{ agentId, plans: [{ from: '2000-01', value: planId }] },
          ...terms,
        })),
        ...more,
      };
    }

    const RECORDS = ['ana', 'lee'].map((agentId) => ({
      ...{ agentId, name: agentId, uplineId: null, isHouse: false, leftFrom: null },
    }));

    /** Approves one run by each setup, and returns what each gives of the line of 100 dollars, by party. */
    function approve(...setups: readonly PaySetup[]): readonly Readonly<Record<string, number>>[] {
      return approveEach(setups.map((one) => ({ setup: one, amount: 100 })));
    }

    function approveEach(steps: readonly { readonly setup: PaySetup; readonly amount: number }[]) {
      const ledger = new PayLedger();
      return steps.map(({ setup: one, amount }) => {
        const lines = keyLines([{ ...line(amount), memberName: null }]);
        const order = { lines, records: RECORDS, months: ['2026-01'], reapplyFrom: null, adjustments: [] };
        ledger.setUp(one);
        const whole = ledger.compute(order);
        ledger.approve(order, whole);
        return Object.fromEntries(whole.entries.map(({ party, amount }) => [partyId(party), amount / 10_000]));
      });
    }

    describe('a line that several runs see', () => {
      const [half, third] = [plan('Half', [rule(50)]), plan('Third', [rule(30)])];

      test('is paid when a plan is added for the agent for whom it was held', () => {
        expect(approve(setup({}), setup({ ana: half, lee: half }))).toEqual([
          { held: 100 },
          { ana: 25, lee: 25, house: 50, held: -100 },
        ]);
      });

      test('is paid for another agent by the rules that had a plan for the agent first', () => {
        const [onlyAna, both, later] = [
          setup({ ana: half }),
          setup({ ana: third, lee: half }),
          setup({ ana: half, lee: third }),
        ];
        expect(approve(onlyAna, both, later)).toEqual([
          { ana: 25, house: 25, held: 50 },
          { lee: 25, house: 25, held: -50 },
          {},
        ]);
      });

      test('is corrected by the share of then', () => {
        const [before, now] = [half, plan('More', [rule(70)])].map((ana) => setup({ ana }, { cases: [] }));
        if (before === undefined || now === undefined) throw new Error('There are two setups.');
        const runs = [
          { setup: before, amount: 80 },
          { setup: now, amount: 60 },
        ];
        expect(approveEach(runs)).toEqual([
          { ana: 40, house: 40 },
          { ana: -10, house: -10 },
        ]);
      });

      test('goes to another agent by the rules of the run that paid it, and stays as it is then', () => {
        const move = { from: '2026-01', agentId: 'ana', toAgentId: 'lee', carrierId: null, memberRefId: null };
        const before = setup({ ana: half, lee: half }, { cases: [] });
        const moved = setup({ ana: half, lee: third }, { cases: [], moves: [move] });
        expect(approve(before, moved, moved)).toEqual([{ ana: 50, house: 50 }, { ana: -50, lee: 50 }, {}]);
      });

      test('gives back what it took, when it is no longer on a statement', () => {
        const ledger = new PayLedger();
        ledger.setUp(setup({ ana: half }, { cases: [] }));
        const both = keyLines([line(100), line(-40)].map((one) => ({ ...one, memberName: null })));
        const order = { records: RECORDS, months: ['2026-01'], reapplyFrom: null, adjustments: [] };
        const all = { ...order, lines: both };
        ledger.approve(all, ledger.compute(all));
        const [, ana] = ledger.compute({ ...order, lines: both.slice(0, 1) }).entries.map(({ why }) => why);
        expect(ana).toBe('No longer on a statement: $20.00 is given back');
      });
    });
  });
});

describe('pay papers', () => {
  describe('agent statement', () => {
    const none = { waiting: 0, holdback: 0, debt: 0 };
    const line: ShownLine = {
      ...{ carrierId: 'C1', period: '2026-01', coverageMonth: '2025-12', memberRefId: 'M1', memberExternalId: 'M1' },
      ...{ memberName: 'Ada Doe', policy: 'P-1', planName: 'Gold', kind: 'commission', received: 1_000_000 },
    };
    const statement: AgentStatement = {
      ...{ agencyName: 'Harbor', agentName: 'Lee Park', payDate: '2026-02-15', isFinal: true, yearToDate: 900_000 },
      letterhead: {
        name: 'Harbor Benefits LLC',
        address: '1 Pier\nBoston',
        contact: null,
        email: 'pay@harbor.example',
        npn: null,
      },
      settlement: {
        ...{ agentId: 'lee', before: none, after: none, earned: 500_000, takenBack: 0, adjustments: 0, advance: 0 },
        ...{ heldBack: 0, released: 0, recovered: 0, paid: 500_000 },
      },
      adjustments: [],
      lines: [
        {
          line,
          amount: 500_000,
          why: '50 % by plan Senior',
          carrierName: 'Aetna',
          finding: 'Paid $100.00, was $120.00.',
        },
      ],
    };

    test('the printed statement has the letterhead, and below each line its rule and what changed', () => {
      expect(statementText(statement)).toBe(`Harbor Benefits LLC
1 Pier
Boston
pay@harbor.example

Commission statement for Lee Park
Pay date: Feb 15, 2026

Earned          $50.00
Paid            $50.00
Paid this year  $90.00

Member   Policy  Paid for  Carrier  Commission   Share
Ada Doe  P-1     Dec 2025  Aetna       $100.00  $50.00
    50 % by plan Senior. Paid $100.00, was $120.00.
`);
      expect(statementText({ ...statement, letterhead: null }).split('\n')[0]).toBe('Harbor');
    });
  });

  /** Guarantee: the accounts of the journal follow the balances of agents: what they owe, and what they still get. */
  describe('journal', () => {
    const LINE: ShownLine = {
      ...{ carrierId: 'aetna', period: '2026-01', coverageMonth: null, memberRefId: null, memberExternalId: null },
      ...{ memberName: null, policy: null, planName: null, kind: 'commission', received: 0 },
    };
    const TERMS = { minimum: money(30), holdback: share(10), recovery: share(50) };

    test('advances and taken back money are posted until they are paid off, and the payable is what is paid, waits or is held back', () => {
      const accounts = new Map<string, number>();
      let balance = NO_BALANCE;
      let paid = 0;
      const runs: readonly Partial<RunSums>[] = [
        { credited: money(100), advance: money(200) },
        { credited: money(-150) },
        { credited: money(40), adjustments: money(-5) },
        ...Array.from({ length: 12 }, () => ({ credited: money(120) })),
        { released: money(1_000) },
      ];
      for (const run of runs) {
        const sums = { credited: 0, adjustments: 0, advance: 0, released: 0, ...run };
        const settled = settleAgent(balance, sums, TERMS);
        const settlement = { agentId: 'dana', before: balance, advance: sums.advance, ...settled };
        const lines = journalOf({
          entries: [{ line: LINE, party: { agentId: 'dana' }, amount: sums.credited }],
          adjustments: [
            { agentId: 'dana', kind: 'fee', amount: sums.adjustments },
            { agentId: 'dana', kind: 'advance', amount: sums.advance },
          ],
          settlements: [settlement],
          carrierName: () => 'Aetna',
          agentName: () => 'Dana',
        });
        for (const { account, debit, credit } of lines)
          accounts.set(account, (accounts.get(account) ?? 0) + debit - credit);
        balance = settled.after;
        paid += settled.paid;
        expect(accounts.get('Advances to agents') ?? 0).toBe(balance.debt);
        expect(-(accounts.get('Agent commissions payable') ?? 0)).toBe(paid + balance.waiting + balance.holdback);
      }
      expect(balance).toEqual(NO_BALANCE);
      expect([...accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    });
  });
});
