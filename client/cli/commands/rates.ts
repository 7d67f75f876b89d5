import { readFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, type Schema } from '../../commission-client.ts';
import { CANCELED, CommandFailure, WRONG_USAGE } from '../command-failure.ts';
import { carrierNamed } from '../named-carrier.ts';
import { refuseUnknownOptions } from '../refuse-unknown-options.ts';
import { counted, dollars } from '../statement-words.ts';
import { signedInClient } from '../stored-login.ts';
import type { Terminal } from '../terminal.ts';

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
    setup: refuseUnknownOptions,
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
