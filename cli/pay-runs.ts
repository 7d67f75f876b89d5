import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, offsetItems, type Schema } from '../client/commission-client.ts';
import { counted, dollars, tableOf } from './carriers.ts';
import { signedInClient } from './login.ts';
import { CommandFailure, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

type PayRun = Schema<'PayRun'>;

/** Pay runs: list, show, create, save the statements of agents, and list payables. A person approves a run in the console, no token can. */
export const payRunsCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'pay-runs', description: 'Pay agents: list, show and open pay runs, and save their statements.' },
    subCommands: {
      list: listCommand(terminal),
      show: showCommand(terminal),
      create: createCommand(terminal),
      statements: statementsCommand(terminal),
      payables: payablesCommand(terminal),
    },
  });

const JSON_OPTION = { json: { type: 'boolean', description: 'Print JSON' } } as const;
const RUN_OPTION = {
  run: { type: 'positional', required: false, description: 'Id of the run; by default the newest' },
} as const;

const listCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'list', description: 'List pay runs, the newest first.' },
    args: JSON_OPTION,
    setup: refuseUnknownWords,
    async run({ args: { json } }) {
      const runs = await allRuns(await signedInClient(terminal));
      const heading = ['Pay date', 'State', 'Months', 'Received', 'To agents', 'House', 'Held', 'Id'];
      terminal.print(json ? JSON.stringify(runs) : tableOf(heading, runs.map(cellsOf)));
    },
  });

const cellsOf = ({ id, payDate, state, months, sums }: PayRun) => [
  ...[payDate, state, months.join(' ')],
  ...(sums === null ? ['', '', '', ''] : [sums.received, sums.people, sums.house, sums.held].map(dollars)),
  id,
];

const showCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'show', description: 'Show what each agent gets, and what is held.' },
    args: { ...RUN_OPTION, ...JSON_OPTION },
    setup: refuseUnknownWords,
    async run({ args: { run: named, json } }) {
      const run = await wholeRun(await signedInClient(terminal), named);
      if (json) {
        terminal.print(JSON.stringify(run));
        return;
      }
      const { sums, agents, heldLines } = run;
      const totals = `${dollars(sums.received)} received, ${dollars(sums.people)} to agents, ${dollars(sums.house)} house, ${dollars(sums.held)} held`;
      terminal.print(`Pay of ${run.payDate}, ${run.state}: ${totals}.`);
      const rows = agents.map(({ agentName, earned, takenBack, adjustments, paid }) => [
        agentName,
        ...[earned, takenBack, adjustments, paid].map(dollars),
      ]);
      terminal.print(tableOf(['Agent', 'Earned', 'Taken back', 'Adjustments', 'Paid'], rows));
      for (const { why, lines, amount } of heldLines)
        terminal.print(`${why}: ${counted(lines, 'line')}, ${dollars(amount)}.`);
    },
  });

const createCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'create', description: 'Open a draft for the statements of some months.' },
    args: {
      'pay-date': { type: 'string', required: true, description: 'The day of payment', valueHint: 'YYYY-MM-DD' },
      months: { type: 'string', required: true, description: 'Months with commas between them', valueHint: 'YYYY-MM' },
      ...JSON_OPTION,
    },
    setup: refuseUnknownWords,
    async run({ args }) {
      const client = await signedInClient(terminal);
      const body = { payDate: args['pay-date'], months: args.months.split(',').map((month) => month.trim()) };
      const run = await answerOf(client.api.POST('/v1/pay-runs', { body }));
      terminal.print(args.json ? JSON.stringify(run) : `A draft is open: ${run.id}`);
    },
  });

const FORMS = new Set(['pdf', 'xlsx']);

const statementsCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'statements', description: 'Save the statement of each agent of a run.' },
    args: {
      ...RUN_OPTION,
      output: { type: 'string', alias: 'o', required: true, description: 'Folder' },
      form: { type: 'string', default: 'pdf', description: 'pdf or xlsx' },
      ...JSON_OPTION,
    },
    setup: refuseUnknownWords,
    async run({ args: { run: named, output, form, json } }) {
      if (!FORMS.has(form)) throw new CommandFailure(WRONG_USAGE, 'The form is pdf or xlsx.');
      const client = await signedInClient(terminal);
      const { id: runId, payDate, agents } = await wholeRun(client, named);
      await mkdir(output, { recursive: true });
      const saved: string[] = [];
      for (const { agentId, agentName } of agents) {
        const options = { params: { path: { runId, agentId } }, parseAs: 'arrayBuffer' } as const;
        const bytes = await answerOf(
          form === 'pdf'
            ? client.api.GET('/v1/pay-runs/{runId}/agents/{agentId}/statement-pdf', options)
            : client.api.GET('/v1/pay-runs/{runId}/agents/{agentId}/statement', options),
        );
        const name = agentName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
        const own = saved.some((file) => file.startsWith(join(output, `${name}-`))) ? `${name}-${agentId}` : name;
        const file = join(output, `${own}-${payDate}.${form}`);
        await writeFile(file, Buffer.from(bytes));
        saved.push(file);
      }
      terminal.print(json ? JSON.stringify({ files: saved }) : `${counted(saved.length, 'statement')}: ${output}`);
    },
  });

const payablesCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'payables', description: 'List what each agent is owed now.' },
    args: JSON_OPTION,
    setup: refuseUnknownWords,
    async run({ args: { json } }) {
      const client = await signedInClient(terminal);
      const payables = await answerOf(client.api.GET('/v1/reports/agent-payables'));
      if (json) {
        terminal.print(JSON.stringify(payables));
        return;
      }
      const { data, totals } = payables;
      const amounts = ({ due, waiting, holdback, debt, total }: typeof totals) =>
        [due, waiting, holdback, debt, total].map(dollars);
      const rows = data.map(({ agentName, ...owed }) => [agentName, ...amounts(owed)]);
      terminal.print(
        tableOf(['Agent', 'Due', 'Waiting', 'Held back', 'Debt', 'Owed'], [...rows, ['In all', ...amounts(totals)]]),
      );
    },
  });

async function allRuns(client: CommissionClient): Promise<readonly PayRun[]> {
  const runs: PayRun[] = [];
  const list = offsetItems((page) => client.api.GET('/v1/pay-runs', { params: { query: page } }));
  for await (const run of list) runs.push(run);
  return runs;
}

async function wholeRun(client: CommissionClient, named: string | undefined): Promise<Schema<'WholePayRun'>> {
  const runId = named ?? (await newestRunId(client));
  return answerOf(client.api.GET('/v1/pay-runs/{runId}', { params: { path: { runId } } }));
}

async function newestRunId(client: CommissionClient): Promise<string> {
  const { data } = await answerOf(client.api.GET('/v1/pay-runs', { params: { query: { limit: 1 } } }));
  const [newest] = data;
  if (newest === undefined) throw new CommandFailure(WRONG_USAGE, 'There is no pay run yet.');
  return newest.id;
}
