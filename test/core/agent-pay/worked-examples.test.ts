import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyLines } from '../../../core/agent-pay/pay-line.ts';
import { partyId, type RunLine } from '../../../core/agent-pay/pay-run.ts';
import { monthName } from '../../../core/wording.ts';
import { wrapMarkdown } from '../../../scripts/wrap-markdown.ts';
import { PayLedger } from '../../support/pay-ledger.ts';
import { money } from './agent-pay.ts';
import { EXAMPLES, type Example } from './worked-examples.ts';

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
      return [monthName(run.month), ...what, ...amountsOf(row)];
    }),
  );
  const table = [['Run', 'Line', 'Received', ...columns], ['---', '---', '--:', ...columns.map(() => '--:')], ...cells];
  return [`## ${title}`, '', rules, '', ...table.map((row) => `| ${row.join(' | ')} |`), ''].join('\n');
}

test('the page shows the examples', () => {
  const page = wrapMarkdown(`# Agent pay: worked examples

For whoever sets up how agents are paid, and wants to see what a case comes to. [Agent pay](agent-pay.md) has the rules.

Amounts are dollars. A row of a line shows what the run changes for each person, and for the house; a row in bold what it
comes to for the agent. A test computes every figure.

${EXAMPLES.map(section).join('\n')}
Next: [agent pay](agent-pay.md).
`);
  if (process.env['RENEW_EXAMPLES'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
