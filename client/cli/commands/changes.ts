import { defineCommand } from 'citty';
import type { Schema } from '../../commission-client.ts';
import { offsetItems } from '../../list-items.ts';
import { CommandFailure, WRONG_USAGE } from '../command-failure.ts';
import { carrierNamed } from '../named-carrier.ts';
import { WORKSPACE_OPTION, workspaceNamed } from '../named-workspace.ts';
import { refuseUnknownOptions } from '../refuse-unknown-options.ts';
import { dollars, tableOf } from '../statement-words.ts';
import { signedInClient } from '../stored-login.ts';
import type { Terminal } from '../terminal.ts';

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
    setup: refuseUnknownOptions,
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
