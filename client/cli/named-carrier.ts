import type { CommissionClient, Schema } from '../commission-client.ts';
import { offsetItems } from '../list-items.ts';
import { CommandFailure, WRONG_USAGE } from './command-failure.ts';

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
