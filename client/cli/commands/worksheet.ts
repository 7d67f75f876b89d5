import { writeFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { answerOf } from '../../commission-client.ts';
import { CommandFailure, WRONG_USAGE } from '../command-failure.ts';
import { carrierNamed } from '../named-carrier.ts';
import { WORKSPACE_OPTION, workspaceNamed } from '../named-workspace.ts';
import { refuseUnknownOptions } from '../refuse-unknown-options.ts';
import { counted, dollars } from '../statement-words.ts';
import { signedInClient } from '../stored-login.ts';
import type { Terminal } from '../terminal.ts';

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
    setup: refuseUnknownOptions,
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
