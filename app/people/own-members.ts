import type { SignedInPerson } from '../accounts/account-ports.ts';

/**
 * Adds a person's own agent to a filter that names none. The database narrows an agent's reads in any case; with the filter the counts come
 * from the agent's rows instead of the sums of the account (docs/reference/people.md#agents).
 */
export function ofOwnAgent<Filter extends { readonly agent?: string | undefined }>(
  person: SignedInPerson | null,
  filter: Filter,
): Filter {
  const own = person?.agent ?? null;
  return own === null || filter.agent !== undefined ? filter : { ...filter, agent: own };
}
