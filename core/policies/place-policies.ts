import type { FieldError } from '../problem.ts';
import { nameKey } from '../report/census.ts';
import { type ListedPolicy, policyKeyOf } from './policy-columns.ts';
import type { PolicyDraft } from './read-policies.ts';

/** A carrier that is visible to the account. */
export interface NamedCarrier {
  readonly carrierId: string;
  readonly name: string;
  readonly slug: string;
}

/** A listed policy with its carrier. */
export interface PlacedPolicy extends ListedPolicy {
  readonly carrierId: string;
  /** SHA-256 in hex, from `policyKeyOf`. */
  readonly policyKey: string;
}

/** All policies with a known carrier, and the faults of all rows. */
export interface PolicyPlacing {
  readonly policies: readonly PlacedPolicy[];
  readonly faults: readonly FieldError[];
}

/**
 * Finds the carrier of each row and reports unknown carriers, also of rows with other faults. Reports duplicates of rows without a
 * fault. With `carrierId`, the carrier whose list is replaced, a row may omit its carrier but not name another.
 */
export function placePolicies(
  drafts: readonly PolicyDraft[],
  carriers: readonly NamedCarrier[],
  carrierId: string | null,
): PolicyPlacing {
  const find = carrierFinder(carriers, carrierId);
  const seen = new Map<string, string>();
  const policies: PlacedPolicy[] = [];
  const faults: FieldError[] = [];
  for (const { policy, carrier, fieldOf } of drafts) {
    const found = find(carrier);
    if ('problem' in found) {
      faults.push({ field: fieldOf('carrier'), detail: found.problem });
      continue;
    }
    if (policy === null) continue;
    const placed = { ...policy, carrierId: found.carrierId, policyKey: policyKeyOf(policy) };
    const key = `${placed.carrierId} ${placed.policyKey}`;
    const before = seen.get(key);
    if (before !== undefined)
      faults.push({ field: fieldOf('id'), detail: `repeats ${before}: the same id, plan and first day` });
    else seen.set(key, fieldOf('id'));
    policies.push(placed);
  }
  return { policies, faults };
}

type CarrierSearch = { readonly carrierId: string } | { readonly problem: string };

/** Returns a function that finds a carrier by id, slug or name, ignoring case. A name of two carriers is a problem. */
function carrierFinder(carriers: readonly NamedCarrier[], only: string | null): (text: string) => CarrierSearch {
  const byText = new Map<string, Set<string>>();
  for (const { carrierId, slug, name } of carriers) {
    for (const text of [carrierId, slug, name]) {
      const ids = byText.get(nameKey(text)) ?? new Set();
      byText.set(nameKey(text), ids.add(carrierId));
    }
  }
  return (text) => {
    if (text === '') return only === null ? { problem: 'must name the carrier' } : { carrierId: only };
    const ids = byText.get(nameKey(text)) ?? new Set();
    if (only !== null && ids.has(only)) return { carrierId: only };
    if (only !== null) return { problem: 'is not the carrier whose list is replaced' };
    const [carrierId] = ids;
    if (carrierId === undefined) return { problem: 'is no carrier of this account: use its id, slug or name' };
    return ids.size === 1 ? { carrierId } : { problem: 'is the name of several carriers: use an id or slug' };
  };
}
