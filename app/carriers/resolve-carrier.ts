import type { CarrierRanking } from '../../core/infer/resolve-carrier.ts';
import { type Refused, refuse } from '../../core/problem.ts';
import type { RunIsolated } from '../jobs/isolated-ports.ts';
import type { BrandStore } from './catalogue-ports.ts';

/** Finds the carrier within a brand that a file belongs to, as far as the file shows it. */
export async function resolveCarrier(
  { brands, runIsolated }: { readonly brands: BrandStore; readonly runIsolated: RunIsolated },
  { accountId, groupId, bytes }: { readonly accountId: string; readonly groupId: string; readonly bytes: Uint8Array },
): Promise<CarrierRanking | Refused> {
  const candidates = await brands.listCandidates(accountId, groupId);
  if (candidates === null) return refuse('not_found', 'There is no brand with this groupId.');
  return runIsolated(accountId, { name: 'rankCarriers', input: { bytes, candidates } });
}
