import { readFile, writeFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, offsetItems, type Schema } from '../client/commission-client.ts';
import { carrierNamed, counted, dollars, tableOf, WORKSPACE_OPTION, workspaceNamed } from './carriers.ts';
import { signedInClient } from './login.ts';
import { CANCELED, CommandFailure, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

type Change = Schema<'Change'>;

/** Lists the members of a month whose pay changed, the largest difference first. */
export const changesCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'changes', description: 'List who is gone, new, back or paid differently in a month.' },
    args: {
      period: { type: 'string', description: 'The month; by default the latest', valueHint: 'YYYY-MM' },
      carrier: { type: 'string', description: 'Only this carrier, by name' },
      ...WORKSPACE_OPTION,
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownWords,
    async run({ args: { period, carrier, workspace, json } }) {
      if (period !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(period)) {
        throw new CommandFailure(WRONG_USAGE, `"${period}" is not a month such as 2026-04.`);
      }
      const client = await signedInClient(terminal);
      const query = {
        ...(period === undefined ? {} : { period }),
        ...(carrier === undefined ? {} : { carrierId: (await carrierNamed(client, carrier)).id }),
        ...(await workspaceNamed(client, workspace)),
      };
      const changes: Change[] = [];
      const list = offsetItems((page) => client.api.GET('/v1/changes', { params: { query: { ...query, ...page } } }));
      for await (const change of list) changes.push(change);
      terminal.print(json ? JSON.stringify(changes) : tableOf(HEADING, changes.map(cellsOf)));
    },
  });

const HEADING = ['Member', 'Policy', 'Carrier', 'What', 'Before', 'Now', 'Why'];

/** The words for each kind of change, as the console has them. */
const WORDS: Readonly<Record<Change['kind'], string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  planned_step: 'Planned step',
  new: 'New',
  back: 'Back',
  paid_more: 'Paid more',
  taken_back: 'Taken back',
  same: 'Same',
};

const cellsOf = ({ memberName, memberExternalId, policyNumber, carrierName, kind, before, now, reason }: Change) => [
  memberName ?? memberExternalId,
  policyNumber ?? '',
  carrierName,
  WORDS[kind],
  dollars(before),
  dollars(now),
  reason ?? '',
];

export const ratesCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'rates', description: 'Set the rates that carriers have to pay.' },
    subCommands: { import: importCommand(terminal) },
  });

/** Imports rates. Shows their effect on amounts owed before it stores them. */
const importCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'import', description: 'Set the rates of a carrier from a CSV file.' },
    args: {
      file: {
        type: 'positional',
        required: true,
        description: 'CSV with the columns planCode, rateType, rateValue, …',
      },
      carrier: { type: 'string', required: true, description: 'The carrier, by name' },
      'dry-run': { type: 'boolean', description: 'Only show what would change' },
      yes: { type: 'boolean', alias: 'y', description: 'Ask nothing' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownWords,
    async run({ args }) {
      const isDry = args['dry-run'] === true;
      if (!isDry && !args.yes && (args.json || !terminal.isInteractive)) {
        throw new CommandFailure(WRONG_USAGE, 'Add --yes to set the rates, or --dry-run to see what would change.');
      }
      const client = await signedInClient(terminal);
      const csv = await readFile(args.file, 'utf8').catch(() => null);
      if (csv === null) throw new CommandFailure(WRONG_USAGE, `${args.file} cannot be read.`);
      const { id: carrierId } = await carrierNamed(client, args.carrier);
      const preview = await sendRates(client, csv, { carrierId, dryRun: true });
      if (!args.json) describe(terminal, preview);
      if (isDry) {
        if (args.json) terminal.print(JSON.stringify(preview));
        return;
      }
      if (!args.yes && !(await terminal.confirm('Set these rates?'))) throw new CommandFailure(CANCELED, 'Canceled.');
      const stored = await sendRates(client, csv, { carrierId, dryRun: false });
      terminal.print(args.json ? JSON.stringify(stored) : 'The rates are set.');
    },
  });

const sendRates = (client: CommissionClient, csv: string, query: { carrierId: string; dryRun: boolean }) =>
  answerOf(
    client.api.POST('/v1/expected-rates/bulk', {
      params: { query },
      body: csv,
      bodySerializer: (text) => text,
      headers: { 'Content-Type': 'text/csv' },
    }),
  );

function describe(terminal: Terminal, { created, replaced, unchanged, owed }: Schema<'RatesSet'>): void {
  terminal.print(`${counted(created, 'new rate')}, ${replaced} replaced, ${unchanged} unchanged.`);
  if (owed === undefined || owed === null) return;
  const { before, after } = owed.totals;
  terminal.print(
    `Owed: ${owedText(before)} to ${counted(before.membersOwed, 'member')} before, ` +
      `${owedText(after)} to ${counted(after.membersOwed, 'member')} after.`,
  );
  if (owed.periodsLeftOut > 0) {
    terminal.print(`Not counted here: ${counted(owed.periodsLeftOut, 'month')} of very large statements.`);
  }
}

/** Describes owed amounts. Estimated amounts are shown separately, because they cannot be claimed. */
function owedText({ commissionOwed, commissionOwedEstimated: estimated }: Schema<'OwedCounts'>): string {
  const certain = dollars(commissionOwed - estimated);
  return estimated === 0 ? certain : `${certain} (and ${dollars(estimated)} estimated)`;
}

const MEDIA_TYPES = new Map([
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['csv', 'text/csv'],
]);

/** Saves the amounts that carriers owe, with their evidence, as a workbook or CSV. */
export const worksheetCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'worksheet', description: 'Save what carriers owe as a workbook.' },
    args: {
      output: { type: 'string', alias: 'o', required: true, description: 'File, .xlsx or .csv' },
      carrier: { type: 'string', description: 'Only this carrier, by name' },
      ...WORKSPACE_OPTION,
      from: { type: 'string', description: 'First month', valueHint: 'YYYY-MM' },
      to: { type: 'string', description: 'Last month', valueHint: 'YYYY-MM' },
      json: { type: 'boolean', description: 'Print the totals as JSON' },
    },
    setup: refuseUnknownWords,
    async run({ args }) {
      const mediaType = MEDIA_TYPES.get(args.output.split('.').at(-1)?.toLowerCase() ?? '');
      if (mediaType === undefined) throw new CommandFailure(WRONG_USAGE, 'The file must end in .xlsx or .csv.');
      const client = await signedInClient(terminal);
      const { from, to } = args;
      const query = {
        ...(args.carrier === undefined ? {} : { carrierId: (await carrierNamed(client, args.carrier)).id }),
        ...(await workspaceNamed(client, args.workspace)),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      };
      const path = '/v1/reports/owed-worksheet';
      const { totals } = await answerOf(client.api.GET(path, { params: { query: { ...query, limit: 1 } } }));
      const headers = { Accept: mediaType };
      const body = await answerOf(client.api.GET(path, { params: { query }, headers, parseAs: 'arrayBuffer' }));
      await writeFile(args.output, Buffer.from(body));
      const { difference, differenceEstimated: estimated } = totals;
      const more = estimated === 0 ? '' : ` and ${dollars(estimated)} estimated`;
      const saved = `${counted(totals.members, 'member')}, ${dollars(difference - estimated)} owed${more}: ${args.output}`;
      terminal.print(args.json ? JSON.stringify({ file: args.output, totals }) : saved);
    },
  });
