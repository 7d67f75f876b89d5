import type { SignedInPerson } from '../accounts/token-check.ts';

/**
 * Adds the agent of a signed-in agent to a filter without one. The database restricts an agent's reads in any case; with the filter, counts
 * come from the agent's rows and not from the account's sums (docs/reference/people.md#agents).
 */
export function filterByOwnAgent<Filter extends { readonly agent?: string | undefined }>(
  person: SignedInPerson | null,
  filter: Filter,
): Filter {
  const own = person?.agentRecordId ?? person?.agent ?? null;
  return own === null || filter.agent !== undefined ? filter : { ...filter, agent: own };
}
