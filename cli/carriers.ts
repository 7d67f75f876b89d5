import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, offsetItems, type Schema } from '../client/commission-client.ts';
import { signedInClient } from './login.ts';
import { CommandFailure, plainText, REFUSED, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

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

/** The option that every command about statements has. */
export const WORKSPACE_OPTION = {
  workspace: { type: 'string', description: 'Workspace, by name; needed to send where there are several' },
} as const;

/** Finds a workspace by id or name; case does not matter. Without a name the query stays empty. Fails with WRONG_USAGE and the names. */
export async function workspaceNamed(
  { api }: CommissionClient,
  name: string | undefined,
): Promise<{ readonly workspaceId?: string }> {
  if (name === undefined) return {};
  const names: string[] = [];
  for await (const workspace of offsetItems((page) => api.GET('/v1/workspaces', { params: { query: page } }))) {
    if ([workspace.id, workspace.name].some((each) => each.toLowerCase() === name.toLowerCase())) {
      return { workspaceId: workspace.id };
    }
    names.push(workspace.name);
  }
  throw new CommandFailure(WRONG_USAGE, `No workspace is named "${name}". There are: ${names.join(', ')}.`);
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats dollars, such as `$1,735.20`. */
export const dollars = (amount: number): string => DOLLARS.format(amount);

/** Formats a number of things, such as `1 member` and `38 members`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a period, such as `April 2026`. */
export const monthName = (period: string): string => MONTH.format(new Date(`${period}-15T00:00:00Z`));

/** Describes the changes of a month in a few words, such as "2 gone, 1 new". Leaves out counts of zero. */
export function changeCounts(stats: Schema<'Job'>['stats']): string {
  const counts = [
    [stats.red, 'gone'],
    [stats.yellow, 'paid less or more'],
    [stats.new, 'new'],
    [stats.reappeared, 'back'],
    [stats.green, 'the same'],
  ] as const;
  return counts.flatMap(([count, word]) => (count === undefined || count === 0 ? [] : [`${count} ${word}`])).join(', ');
}

/** Makes a table whose columns are as wide as their longest cells. Columns of amounts are aligned to the right. */
export function tableOf(heading: readonly string[], cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell) => plainText(cell).replaceAll('\n', ' ')));
  const widths = heading.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const isAmount = heading.map((_, index) => rows.every((row) => /^(-?\$[\d,.]+|)$/.test(row[index] ?? '')));
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, index) =>
        isAmount[index] === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [heading, ...rows].map(lineOf).join('\n');
}

/**
 * Finds a carrier by id, short name or name; case does not matter. Fails with WRONG_USAGE when no carrier or more than one is meant, and
 * lists the carriers that may be meant.
 */
export async function carrierNamed({ api }: CommissionClient, name: string): Promise<Schema<'Carrier'>> {
  const wanted = name.toLowerCase();
  const meant: Schema<'Carrier'>[] = [];
  const similar: string[] = [];
  for await (const carrier of offsetItems((page) => api.GET('/v1/carriers', { params: { query: page } }))) {
    if ([carrier.id, carrier.slug, carrier.name].some((each) => each.toLowerCase() === wanted)) meant.push(carrier);
    else if (carrier.name.toLowerCase().includes(wanted)) similar.push(carrier.name);
  }
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return only;
  if (others.length > 0) {
    const candidates = meant.map(({ id, slug, name: own }) => `\n  ${id}  ${own} (${slug})`).join('');
    throw new CommandFailure(
      WRONG_USAGE,
      `${meant.length} carriers are named "${name}". Use the id of one:${candidates}`,
    );
  }
  const proposal = similar.length === 0 ? '' : ` Did you mean ${similar.slice(0, 5).join(' or ')}?`;
  throw new CommandFailure(WRONG_USAGE, `No carrier is named "${name}".${proposal}`);
}
