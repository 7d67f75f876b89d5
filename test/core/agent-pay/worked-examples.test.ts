import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SharedCase } from '../../../core/agent-pay/agent.ts';
import { keyLines } from '../../../core/agent-pay/pay-line.ts';
import type { PayPlan, PayRule } from '../../../core/agent-pay/pay-plan.ts';
import { partyId, type RunLine } from '../../../core/agent-pay/pay-run.ts';
import type { AgentTerms, PaySetup } from '../../../core/agent-pay/pay-setup.ts';
import { NO_BALANCE } from '../../../core/agent-pay/settle-agent.ts';
import { monthName } from '../../../core/wording.ts';
import { wrapMarkdown } from '../../../scripts/wrap-markdown.ts';
import { PayLedger } from '../../support/pay-ledger.ts';
import { line, money, plan, rule, share } from './agent-pay.ts';

/**
 * Twelve cases of the trade, worked by hand. docs/reference/agent-pay-examples.md is made from this file, and a test computes them.
 * All figures are dollars and per cent.
 */

type Agent = 'Ana' | 'Lee' | 'Max';
type Parts = Readonly<Partial<Record<Agent | 'House' | 'Held', number>>>;

/** A line of a run, with what the run changes for each party; or a figure of the agents' settlements. */
type WorkedExamplesRow =
  | { readonly line: string; readonly of: ReturnType<typeof line>; readonly gives: Parts }
  | { readonly settles: 'paid' | 'debt' | 'holdback'; readonly gives: Parts };

interface WorkedExamplesRun {
  readonly month: string;
  readonly reapplyFrom?: string;
  /** Set before the run. */
  readonly setup?: PaySetup;
  readonly release?: { readonly agentId: Agent; readonly amount: number };
  /** Lines that earlier runs saw and that a replaced statement no longer has. */
  readonly gone?: readonly string[];
  readonly rows: readonly WorkedExamplesRow[];
}

interface Example {
  readonly title: string;
  readonly rules: string;
  readonly left?: Readonly<Partial<Record<Agent, string>>>;
  readonly runs: readonly WorkedExamplesRun[];
}

const [JAN, FEB, MAR, APR, MAY] = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'] as const;

type Terms = Partial<Omit<AgentTerms, 'agentId' | 'plans' | 'uplines'>> & { readonly upline?: Agent };

/** A setup in which each agent has a plan of own rules. */
function setup(
  rules: Readonly<Partial<Record<Agent, readonly PayRule[]>>>,
  terms: Readonly<Partial<Record<Agent, Terms>>> = {},
  more: Partial<PaySetup> = {},
): PaySetup {
  const plans: PayPlan[] = Object.entries(rules).map(([name, own]) => plan(name, own));
  const agents = (['Ana', 'Lee', 'Max'] as const).map((agentId): AgentTerms => {
    const { upline, ...own } = terms[agentId] ?? {};
    return {
      ...{ agentId, minimum: 0, holdback: 0, recovery: share(100), opening: NO_BALANCE, recurring: [] },
      ...own,
      plans: rules[agentId] === undefined ? [] : [{ from: '2000-01', value: agentId }],
      uplines: upline === undefined ? [] : [{ from: '2000-01', value: upline }],
    };
  });
  return { ...{ firstMonth: JAN, approval: 'owner', plans, agents, moves: [], cases: [] }, ...more };
}

/** A line that is received in a month, of Ana if nobody is named. */
function of(amount: number, period: string, more: Parameters<typeof line>[1] = {}) {
  return line(amount, { period, agentId: 'Ana', ...more });
}

const levels = (first: number, second: number) =>
  [rule(50, {}, { overrides: { by: 'level', shares: [share(first), share(second)] } })] as const;
const half = [rule(50)];

const split: SharedCase = {
  ...{ from: JAN, carrierId: null, memberRefId: 'M1', policy: null },
  shares: [
    { agentId: 'Ana', share: share(60) },
    { agentId: 'Lee', share: share(40) },
  ],
};

const reached150 = { measure: 'first_year_commission', reach: 'next_line' } as const;

const EXAMPLES: readonly Example[] = [
  {
    title: 'Advance and lapse',
    rules: 'Ana has 60 %. The carrier advances nine months; the policy lapses after three.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: [rule(60)] }) },
        rows: [
          { line: 'advance', of: of(900, JAN, { kind: 'advance' }), gives: { Ana: 540, House: 360 } },
          { settles: 'paid', gives: { Ana: 540 } },
        ],
      },
      {
        month: APR,
        rows: [
          {
            ...{ line: 'lapse, names January', gives: { Ana: -360, House: -240 } },
            of: of(-600, APR, { coverageMonth: JAN }),
          },
          { settles: 'debt', gives: { Ana: 360 } },
        ],
      },
      {
        month: MAY,
        rows: [
          { line: 'another policy', of: of(500, MAY, { memberRefId: 'M2' }), gives: { Ana: 300, House: 200 } },
          { settles: 'paid', gives: { Ana: 0 } },
          { settles: 'debt', gives: { Ana: 60 } },
        ],
      },
    ],
  },
  {
    title: 'Tier crossed within a month',
    rules:
      'Ana has 40 %, and 60 % from the line after the one with which the year’s first-year commission reaches $150.',
    runs: [
      {
        month: MAR,
        setup: setup({
          Ana: [rule(40, {}, { tiers: { ...reached150, steps: [{ reached: money(150), share: share(60) }] } })],
        }),
        rows: [
          { line: 'covers January', of: of(100, MAR, { coverageMonth: JAN }), gives: { Ana: 40, House: 60 } },
          {
            ...{ line: 'covers February, crosses', gives: { Ana: 40, House: 60 } },
            of: of(100, MAR, { coverageMonth: FEB }),
          },
          { line: 'covers March', of: of(100, MAR), gives: { Ana: 60, House: 40 } },
        ],
      },
    ],
  },
  {
    title: 'Split case',
    rules: 'Ana and Lee share the case 60 : 40. Ana has 50 %, Lee 60 % with 10 % of his part for Max, his upline.',
    runs: [
      {
        month: JAN,
        setup: setup(
          { Ana: half, Lee: [rule(60, {}, { overrides: { by: 'level', shares: [share(10)] } })], Max: half },
          { Lee: { upline: 'Max' } },
          { cases: [split] },
        ),
        rows: [{ line: 'shared case', of: of(200, JAN), gives: { Ana: 60, Lee: 48, Max: 8, House: 84 } }],
      },
    ],
  },
  {
    title: 'Upline leaves',
    rules:
      'Ana has 50 %; Lee, her upline, 10 % and Max, his, 5 %. Lee leaves in March: his level stays with the house.',
    left: { Lee: MAR },
    runs: [
      {
        month: FEB,
        setup: setup({ Ana: levels(10, 5), Lee: half, Max: half }, { Ana: { upline: 'Lee' }, Lee: { upline: 'Max' } }),
        rows: [{ line: 'February', of: of(100, FEB), gives: { Ana: 50, Lee: 10, Max: 5, House: 35 } }],
      },
      { month: MAR, rows: [{ line: 'March', of: of(100, MAR), gives: { Ana: 50, Max: 5, House: 45 } }] },
    ],
  },
  {
    title: 'Retroactive plan change',
    rules: 'Ana has 50 %, and 55 % from February’s setup on. January is paid anew only when a run says `reapplyFrom`.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: half }) },
        rows: [{ line: 'January', of: of(100, JAN), gives: { Ana: 50, House: 50 } }],
      },
      {
        ...{ month: FEB, setup: setup({ Ana: [rule(55)] }) },
        rows: [{ line: 'February', of: of(100, FEB), gives: { Ana: 55, House: 45 } }],
      },
      {
        ...{ month: MAR, reapplyFrom: JAN },
        rows: [
          { line: 'January', of: of(100, JAN), gives: { Ana: 5, House: -5 } },
          { line: 'March', of: of(100, MAR), gives: { Ana: 55, House: 45 } },
        ],
      },
    ],
  },
  {
    title: 'Replaced statement after a paid run',
    rules: 'Ana has 50 %. January’s statement is replaced: one line is the same, one is lower.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: half }) },
        rows: [
          { line: 'first member', of: of(100, JAN), gives: { Ana: 50, House: 50 } },
          { line: 'second member', of: of(80, JAN, { memberRefId: 'M2' }), gives: { Ana: 40, House: 40 } },
        ],
      },
      {
        ...{ month: FEB, gone: ['second member'] },
        rows: [
          {
            ...{ line: 'second member, corrected', gives: { Ana: -10, House: -10 } },
            of: of(60, JAN, { memberRefId: 'M2' }),
          },
          { settles: 'debt', gives: { Ana: 10 } },
        ],
      },
    ],
  },
  {
    title: 'Negative month',
    rules: 'Ana has 50 %. Half of what a run would pay her recovers debt.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: half }, { Ana: { recovery: share(50) } }) },
        rows: [
          { line: 'commission', of: of(100, JAN), gives: { Ana: 50, House: 50 } },
          { settles: 'paid', gives: { Ana: 50 } },
        ],
      },
      {
        month: FEB,
        rows: [
          {
            ...{ line: 'chargeback of January', gives: { Ana: -50, House: -50 } },
            of: of(-100, FEB, { coverageMonth: JAN }),
          },
          { settles: 'paid', gives: { Ana: 0 } },
          { settles: 'debt', gives: { Ana: 50 } },
        ],
      },
      {
        month: MAR,
        rows: [
          { line: 'another policy', of: of(160, MAR, { memberRefId: 'M2' }), gives: { Ana: 80, House: 80 } },
          { settles: 'paid', gives: { Ana: 40 } },
          { settles: 'debt', gives: { Ana: 10 } },
        ],
      },
    ],
  },
  {
    title: 'Holdback',
    rules: 'Ana has 50 %, of which 10 % is held back. February’s run releases $10 by hand.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: half }, { Ana: { holdback: share(10) } }) },
        rows: [
          { line: 'January', of: of(200, JAN), gives: { Ana: 100, House: 100 } },
          { settles: 'paid', gives: { Ana: 90 } },
          { settles: 'holdback', gives: { Ana: 10 } },
        ],
      },
      {
        ...{ month: FEB, release: { agentId: 'Ana', amount: 10 } },
        rows: [
          { line: 'February', of: of(100, FEB), gives: { Ana: 50, House: 50 } },
          { settles: 'paid', gives: { Ana: 55 } },
          { settles: 'holdback', gives: { Ana: 5 } },
        ],
      },
    ],
  },
  {
    title: 'House account',
    rules: 'The agency’s own account wrote one line; for another no agent is known.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: half }) },
        rows: [
          { line: 'house account', of: of(100, JAN, { agentId: 'House' }), gives: { House: 100 } },
          { line: 'nobody', of: of(40, JAN, { agentId: null, memberRefId: 'M2' }), gives: { Held: 40 } },
        ],
      },
    ],
  },
  {
    title: 'Agent of record moved',
    rules: 'Ana has 50 %, Lee 60 %. Ana’s book is Lee’s from March; the carrier goes on naming Ana.',
    runs: [
      {
        month: MAR,
        setup: setup(
          { Ana: half, Lee: [rule(60)] },
          {},
          { moves: [{ from: MAR, agentId: 'Ana', toAgentId: 'Lee', carrierId: null, memberRefId: null }] },
        ),
        rows: [
          { line: 'late, covers February', of: of(100, MAR, { coverageMonth: FEB }), gives: { Ana: 50, House: 50 } },
          { line: 'covers March', of: of(100, MAR, { coverageMonth: MAR }), gives: { Lee: 60, House: 40 } },
        ],
      },
      {
        month: APR,
        rows: [
          {
            ...{ line: 'chargeback of February', gives: { Ana: -50, House: -50 } },
            of: of(-100, APR, { coverageMonth: FEB }),
          },
          {
            ...{ line: 'chargeback of March', gives: { Lee: -60, House: -40 } },
            of: of(-100, APR, { coverageMonth: MAR }),
          },
        ],
      },
    ],
  },
  {
    title: 'Override only',
    rules:
      'The carrier pays the writing agents itself, and the agency an override. Ana has 25 % of overrides, Lee no rule.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: [rule(25, { payClass: 'override' })], Lee: half }) },
        rows: [
          { line: 'override of Ana', of: of(20, JAN, { kind: 'override' }), gives: { Ana: 5, House: 15 } },
          {
            ...{ line: 'override of Lee', gives: { House: 20 } },
            of: of(20, JAN, { kind: 'override', agentId: 'Lee', memberRefId: 'M2' }),
          },
        ],
      },
    ],
  },
  {
    title: 'Bonus',
    rules: 'Ana has 50 % of commission and 30 % of bonuses, Lee 50 % of commission only.',
    runs: [
      {
        ...{ month: JAN, setup: setup({ Ana: [rule(50), rule(30, { payClass: 'bonus' })], Lee: half }) },
        rows: [
          { line: 'bonus of Ana', of: of(500, JAN, { kind: 'bonus' }), gives: { Ana: 150, House: 350 } },
          {
            ...{ line: 'bonus of Lee', gives: { House: 500 } },
            of: of(500, JAN, { kind: 'bonus', agentId: 'Lee', memberRefId: 'M2' }),
          },
        ],
      },
    ],
  },
];

/** Guarantee: the worked examples come out to the cent, and the page shows the same figures. `RENEW_EXAMPLES=1` writes the page. */

const PAGE = new URL('../../../docs/reference/agent-pay-examples.md', import.meta.url);
type Run = Example['runs'][number];
type Row = Run['rows'][number];

/** Returns the amounts of a row that are not zero, by party. */
function partsIn(row: Row): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(row.gives).filter(([, amount]) => amount !== 0));
}

const lineRows = ({ rows }: Run) => rows.filter((row) => 'line' in row);

/** Computes and approves the runs. Returns each run's rows as the service has them. */
function results({ runs, left = {} }: Example) {
  const ledger = new PayLedger();
  const known = new Map<string, RunLine>();
  const names = new Map<string, string>();
  return runs.map((run) => {
    if (run.setup !== undefined) ledger.setUp(run.setup);
    for (const name of run.gone ?? []) known.delete(name);
    for (const { line: name, of } of lineRows(run)) {
      const [line] = keyLines([{ ...of, memberName: null }]);
      if (line === undefined || run.gone?.includes(name)) continue;
      known.set(name, line);
      names.set(line.key, name);
    }
    const adjustments =
      run.release === undefined
        ? []
        : [run.release].map(({ agentId, amount }) => ({ agentId, kind: 'release' as const, amount: money(amount) }));
    const order = {
      ...{ lines: [...known.values()], months: [run.month], reapplyFrom: run.reapplyFrom ?? null, adjustments },
      records: ['Ana', 'Lee', 'Max', 'House'].map((agentId) => ({
        ...{ agentId, name: agentId, uplineId: null, isHouse: agentId === 'House' },
        leftFrom: Object.entries(left).find(([id]) => id === agentId)?.[1] ?? null,
      })),
    };
    const whole = ledger.compute(order);
    ledger.approve(order, whole);
    return { whole, names: new Map(names) };
  });
}

const PARTIES = new Map([
  ['house', 'House'],
  ['held', 'Held'],
]);

describe.each(EXAMPLES)('$title', (example) => {
  const computed = results(example);

  test.each(example.runs.map((run, at) => ({ run, at })))('comes out in the run of $run.month', ({ run, at }) => {
    const { whole, names } = computed[at] ?? { whole: null, names: new Map() };
    const lines: Record<string, Record<string, number>> = {};
    for (const { key, party, amount } of whole?.entries ?? []) {
      const name = names.get(key) ?? key;
      const id = partyId(party);
      lines[name] = { ...lines[name], [PARTIES.get(id) ?? id]: amount / 10_000 };
    }
    expect(lines).toEqual(Object.fromEntries(lineRows(run).map((row) => [row.line, partsIn(row)])));
    for (const row of run.rows) {
      if (!('settles' in row)) continue;
      const settled = (whole?.agents ?? []).map(({ agentId, paid, after }) => {
        const { debt, holdback } = after;
        return [agentId, { paid, debt, holdback }[row.settles] / 10_000];
      });
      expect(Object.fromEntries(settled)).toEqual(row.gives);
    }
  });
});

/** Shows an example as a section of the page. */
function section({ title, rules, runs }: Example): string {
  const rows = runs.flatMap((run) => run.rows);
  const columns = ['Ana', 'Lee', 'Max', 'House', 'Held'].filter((party) => rows.some((row) => party in row.gives));
  const amountsOf = (row: Row) =>
    columns.map(
      (party) =>
        Object.entries(row.gives)
          .find(([id]) => id === party)?.[1]
          .toFixed(2) ?? '',
    );
  const cells = runs.flatMap((run) =>
    run.rows.map((row) => {
      const what = 'line' in row ? [row.line, (row.of.amount / 10_000).toFixed(2)] : [`**${row.settles}**`, ''];
      return [monthName(run.month).slice(0, 3), ...what, ...amountsOf(row)];
    }),
  );
  const lineOf = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  const head = [lineOf(['Run', 'Line', 'Received', ...columns]), `|---|---|${'--:|'.repeat(1 + columns.length)}`];
  return [`## ${title}`, '', rules, '', ...head, ...cells.map(lineOf), ''].join('\n');
}

test('the page shows the examples', () => {
  const page = wrapMarkdown(`# Agent pay: worked examples

For whoever sets up how agents are paid, and wants to see what a case comes to ([rules](agent-pay.md)). Runs of 2026, in
dollars: what a line changes for each person and for the house, in bold what that comes to for the agent. A test computes
every figure.

${EXAMPLES.map(section).join('\n')}
Next: [agent pay](agent-pay.md).
`);
  if (process.env['RENEW_EXAMPLES'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
