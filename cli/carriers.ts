import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, offsetItems, type Schema } from '../client/commission-client.ts';
import { signedInClient } from './login.ts';
import { carrierNamed, tableOf } from './named-carrier.ts';
import { CommandFailure, REFUSED, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

/** The least confidence at which the member's id and the amount are certain. Below it `--save` needs `--yes`. */
const CERTAIN = 0.8;

export const carriersCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'carriers', description: 'List carriers, and add formats of their statements.' },
    subCommands: { list: listCommand(terminal), infer: inferCommand(terminal) },
  });

const listCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'list', description: 'List the carriers whose statements can be read.' },
    args: { json: { type: 'boolean', description: 'Print JSON' } },
    setup: refuseUnknownWords,
    async run({ args }) {
      const client = await signedInClient(terminal);
      const list = offsetItems((page) =>
        client.api.GET('/v1/carriers', { params: { query: { withConfig: true, ...page } } }),
      );
      const carriers: Schema<'Carrier'>[] = [];
      for await (const carrier of list) carriers.push(carrier);
      const rows = carriers.map(({ name, slug, productLine }) => [name, slug, productLine ?? '']);
      terminal.print(args.json ? JSON.stringify(carriers) : tableOf(['Carrier', 'Short name', 'Product'], rows));
    },
  });

/** Infers the format of a file, shows it, and with `--save` stores it as the format of a carrier. */
const inferCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'infer', description: 'Find the format of a statement, and save it for a carrier.' },
    args: {
      file: { type: 'positional', required: true, description: 'A statement: CSV, Excel or PDF' },
      save: { type: 'boolean', description: 'Save the format for the carrier' },
      carrier: { type: 'string', description: 'The carrier, by name' },
      new: { type: 'string', description: 'Name of a new carrier' },
      yes: { type: 'boolean', alias: 'y', description: 'Save a format that is not certain' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownWords,
    async run({ args }) {
      if (args.save && (args.carrier === undefined) === (args.new === undefined)) {
        throw new CommandFailure(WRONG_USAGE, 'With --save, name the carrier by --carrier, or a new one by --new.');
      }
      const client = await signedInClient(terminal);
      const bytes = await readFile(args.file).catch(() => null);
      if (bytes === null) throw new CommandFailure(WRONG_USAGE, `${args.file} cannot be read.`);
      const found = await answerOf(
        client.api.POST('/v1/configs/infer', {
          body: { file: new File([bytes], basename(args.file)) },
          ...client.form(),
        }),
      );
      if (!args.json) describe(terminal, found);
      const saved = args.save ? await save(client, found, args) : null;
      if (args.json) terminal.print(JSON.stringify({ ...found, saved }));
      else if (saved !== null) terminal.print(`Saved as version ${saved.version} of ${saved.carrierName}.`);
    },
  });

function describe(terminal: Terminal, { mapped, unmapped, notes, confidence }: Schema<'FormatInference'>): void {
  const rows = mapped.map(({ header, target, score }) => [header, target, `${Math.round(score * 100)} %`]);
  terminal.print(tableOf(['Column', 'Read as', 'Certain'], rows));
  if (unmapped.length > 0) terminal.print(`Not read: ${unmapped.map(({ header }) => header).join(', ')}`);
  for (const note of notes) terminal.print(note);
  terminal.print(`${Math.round(confidence * 100)} % certain.`);
}

async function save(
  client: CommissionClient,
  { config, confidence }: Schema<'FormatInference'>,
  target: {
    readonly carrier?: string | undefined;
    readonly new?: string | undefined;
    readonly yes?: boolean | undefined;
  },
) {
  if (confidence < CERTAIN && target.yes !== true) {
    throw new CommandFailure(REFUSED, 'The format is not certain. Look at its columns, and save it with --yes.');
  }
  const carrier =
    target.new === undefined
      ? await carrierNamed(client, target.carrier ?? '')
      : await answerOf(client.api.POST('/v1/carriers', { body: { name: target.new } }));
  const path = { carrierId: carrier.id };
  const { version } = await answerOf(
    client.api.POST('/v1/carriers/{carrierId}/configs', { params: { path }, body: config }),
  );
  return { carrierId: carrier.id, carrierName: carrier.name, version };
}
