import { defineCommand } from 'citty';
import type { Schema } from '../../commission-client.ts';
import { offsetItems } from '../../list-items.ts';
import { CommandFailure, WRONG_USAGE } from '../command-failure.ts';
import { carrierNamed } from '../named-carrier.ts';
import { refuseUnknownOptions } from '../refuse-unknown-options.ts';
import { dollars, tableOf } from '../statement-words.ts';
import { signedInClient } from '../stored-login.ts';
import type { Terminal } from '../terminal.ts';

type Row = Schema<'ComparisonRow'>;

/** Lists the members of a month whose pay changed since the month before, the largest difference first. */
export const changesCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'changes', description: 'List who is gone, new, back or paid differently in a month.' },
    args: {
      period: { type: 'string', required: true, description: 'The month', valueHint: 'YYYY-MM' },
      carrier: { type: 'string', description: 'Only this carrier, by name' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownOptions,
    async run({ args }) {
      if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(args.period)) {
        throw new CommandFailure(WRONG_USAGE, `"${args.period}" is not a month such as 2026-04.`);
      }
      const client = await signedInClient(terminal);
      const carrier = args.carrier === undefined ? {} : { carrierId: (await carrierNamed(client, args.carrier)).id };
      const months = { from: monthBefore(args.period), to: args.period };
      const rows: Row[] = [];
      const list = offsetItems((page) =>
        client.api.GET('/v1/comparisons', { params: { query: { ...months, ...carrier, ...page } } }),
      );
      for await (const row of list) if (row.status !== 'green') rows.push(row);
      rows.sort((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)));
      terminal.print(args.json ? JSON.stringify(rows) : tableOf(HEADING, rows.map(cellsOf)));
    },
  });

const HEADING = ['Member', 'Policy', 'What', 'Before', 'Now'];

const differenceOf = ({ commissionAmount, prevCommissionAmount }: Row): number =>
  (commissionAmount ?? 0) - (prevCommissionAmount ?? 0);

const cellsOf = (row: Row): readonly string[] => [
  row.memberName ?? row.memberExternalId,
  row.policyNumber ?? '',
  wordOf(row),
  row.prevCommissionAmount === null ? '' : dollars(row.prevCommissionAmount),
  row.commissionAmount === null ? '' : dollars(row.commissionAmount),
];

/** The words of the console for the states of a comparison. */
function wordOf(row: Row): string {
  if (row.status === 'red') return 'Gone';
  if (row.status === 'new') return 'New';
  if (row.status === 'reappeared') return 'Back';
  const difference = differenceOf(row);
  if (difference === 0) return 'Changed';
  return difference < 0 ? 'Paid less' : 'Paid more';
}

function monthBefore(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 'YYYY-MM'.length);
}
