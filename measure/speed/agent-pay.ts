import { randomUUID } from 'node:crypto';
import { createPayRunStore } from '../../adapters/postgres/agent-pay/pay-run-store.ts';
import { approveRun, findRun, openRun, type RunKey } from '../../app/agent-pay/pay-runs.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { startBenchService } from './bench-service.ts';
import { periodOf } from './bench-statement.ts';
import { createBookWith, ingestMonth, type StatementBook } from './ingest-book.ts';
import { milliseconds, pairedRatio, type Section } from './section.ts';

const RUNS = 3;
/** The bars: a run as a multiple of an ingest of its statement, and the statements of all agents as a share of half a minute. */
const BARS = { run: 1.5, statements: 1 };
const STATEMENTS_MAX_MS = 30_000;
const AGENTS = 200;
const MANAGERS = 20;
const ORIGIN = { actor: 'bench', ip: null, requestId: 'bench' };

/** Measures a pay run of one month with three levels of agents, and the statements of all of them. */
export async function measureAgentPay({
  lines,
  seed,
}: {
  readonly lines: number;
  readonly seed: number;
}): Promise<Section> {
  const plan = { lines, seed, fileType: 'csv' } as const;
  const service = await startBenchService();
  try {
    const book = await createBookWith(service, plan, 1);
    const agentIds = await addAgents(book);
    const runs = createPayRunStore(service.database);
    const run = { payDate: '2023-02-15', months: [periodOf({ month: 0 })], reapplyFrom: null, note: null };
    const opened = accepted(await openRun(runs, { accountId: book.accountId, run }, ORIGIN));
    const key = { accountId: book.accountId, runId: opened.id };
    const ingestOne = async () => (await ingestMonth(await createBookWith(service, plan, 1), 1)).elapsedMs;
    const draft = await pairedRatio(RUNS, () => timed(async () => void accepted(await findRun(runs, key))), ingestOne);
    const approved = await pairedRatio(
      RUNS,
      async () => {
        await reopen(book, key);
        return timed(async () => void accepted(await approveRun(runs, key, ORIGIN)));
      },
      ingestOne,
    );
    const statements = await timed(() => readStatements(book, key, agentIds));
    return {
      title: 'Agent pay',
      about: `A pay run of a month of ${lines.toLocaleString('en')} lines of ${AGENTS} agents on three levels: computed, as for each request of a draft, and approved, which also stores it. Compared with an ingest of the same statement, medians of ${RUNS} paired runs. Then the statements of all agents as XLSX and as PDF over HTTP, compared with half a minute.`,
      outcomes: [
        {
          ...{ what: 'a draft', measured: milliseconds(draft.measured), compared: milliseconds(draft.compared) },
          ...{ ratio: draft.ratio, barMax: BARS.run },
        },
        {
          ...{
            what: 'approving',
            measured: milliseconds(approved.measured),
            compared: milliseconds(approved.compared),
          },
          ...{ ratio: approved.ratio, barMax: BARS.run },
        },
        {
          ...{ what: 'all statements', measured: milliseconds(statements), compared: milliseconds(STATEMENTS_MAX_MS) },
          ...{ ratio: statements / STATEMENTS_MAX_MS, barMax: BARS.statements },
        },
      ],
    };
  } finally {
    await service.close();
  }
}

function accepted<Value>(answer: Value | Refused): Value {
  if (isRefused(answer)) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Adds agents for the numbers on the statement: one above twenty managers, who are above all others. Each level has an override. */
async function addAgents({ service: { owner }, accountId }: StatementBook): Promise<readonly string[]> {
  const ids = Array.from({ length: AGENTS }, () => randomUUID());
  const uplineOf = (at: number) => (at === 0 ? null : at <= MANAGERS ? ids[0] : ids[1 + (at % MANAGERS)]);
  const rows = ids.map((id, at) => ({ id, name: `Agent ${at}`, upline: uplineOf(at) ?? null }));
  await owner`
    insert into agents (agent_id, account_id, name, upline_id)
    select id, ${accountId}, name, upline from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as rows (id uuid, name text, upline uuid)`;
  await owner`
    insert into agent_names (name_id, account_id, agent_id, kind, text)
    select gen_random_uuid(), ${accountId}, a.agent_id, 'number', n.number
    from (select agent_id, row_number() over (order by agent_id) as at from agents where account_id = ${accountId}) a
    join (select number, 1 + row_number() over (order by number) % ${AGENTS}::int as at from (
      select distinct agent_id as number from statement_lines where account_id = ${accountId} and agent_id is not null) numbers) n using (at)`;
  const rule = { ruleId: 'all', pay: { by: 'commission', percent: 50 }, overrides: { by: 'level', percents: [10, 5] } };
  const setup = {
    firstMonth: periodOf({ month: 0 }),
    plans: [{ planId: 'senior', name: 'Senior', rules: [rule] }],
    agents: ids.map((agentId) => ({ agentId, plans: [{ from: '2000-01', planId: 'senior' }] })),
  };
  await owner`
    insert into pay_setups (account_id, revision, setup, changed_by)
    values (${accountId}, 1, ${JSON.stringify(setup)}::text::jsonb, 'bench')`;
  return ids;
}

/** Makes an approved run a draft again, so that it can be approved once more. */
async function reopen({ service: { owner } }: StatementBook, { runId }: RunKey): Promise<void> {
  await owner`delete from pay_entries where run_id = ${runId}`;
  await owner`delete from pay_settlements where run_id = ${runId}`;
  await owner`
    update pay_runs set state = 'draft', approved_by = null, approved_at = null, revision = null, received = null, people = null,
      house = null, held = null, paid = null
    where run_id = ${runId}`;
}

async function readStatements({ service, token }: StatementBook, { runId }: RunKey, agentIds: readonly string[]) {
  for (const agentId of agentIds) {
    for (const paper of ['statement', 'statement-pdf']) {
      const response = await fetch(`${service.url}/v1/pay-runs/${runId}/agents/${agentId}/${paper}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (response.status !== 200) throw new Error(`${paper}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  }
}
