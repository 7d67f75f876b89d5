import { type CommissionClient, offsetItems, type Schema } from '../client/commission-client.ts';
import { CommandFailure, plainText, WRONG_USAGE } from './terminal.ts';

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
