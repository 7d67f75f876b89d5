import { LISTED_POLICIES_OF_ACCOUNT_MAX } from '../../core/limits/report-limits.ts';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { placePolicies } from '../../core/policies/place-policies.ts';
import type { Refused } from '../../core/problem.ts';
import { refuseUnknown } from '../../core/refusals.ts';
import { refuse, refuseFields } from '../../core/refuse.ts';
import { decideWorkspace } from '../../core/upload/decide-upload.ts';
import type {
  PolicyDecisions,
  PolicyFilter,
  PolicyListCommand,
  PolicyStore,
  ReplacedPolicies,
  StoredPolicy,
} from './policy-ports.ts';

/** The agency's own lists of policies. */
export interface PolicyLists {
  readonly policies: PolicyStore;
}

/**
 * Replaces the list of a carrier, or of all carriers of a workspace. Refuses an unknown or unnamed workspace, an unknown carrier, all
 * faulty rows together, and a total above LISTED_POLICIES_OF_ACCOUNT_MAX.
 */
export function replacePolicies(
  { policies }: PolicyLists,
  command: PolicyListCommand,
): Promise<ReplacedPolicies | Refused> {
  return policies.replace(command, DECISIONS);
}

const DECISIONS: PolicyDecisions = {
  decideWorkspace: (workspaceId, workspaces) => decideWorkspace({ workspaceId }, { workspaces }),
  decideList({ reading, carrierId }, carriers) {
    if (carrierId !== null && !carriers.some((carrier) => carrier.carrierId === carrierId))
      return refuseUnknown('carrierId');
    const { policies, faults } = placePolicies(reading.drafts, carriers, carrierId);
    const wrong = [...reading.faults, ...faults];
    return wrong.length > 0 ? refuseFields(wrong) : policies;
  },
  refuseMore(total) {
    if (total <= LISTED_POLICIES_OF_ACCOUNT_MAX) return null;
    return refuse(
      'conflict',
      `All lists of the account would have ${total} policies; they may have ${LISTED_POLICIES_OF_ACCOUNT_MAX}. Leave out policies that ended long ago.`,
    );
  },
};

/** Lists policies of all lists. Refuses an unknown carrier or workspace. */
export function listPolicies(
  { policies }: PolicyLists,
  accountId: string,
  { limit, offset, ...filter }: PolicyFilter & OffsetPosition,
): Promise<OffsetPage<StoredPolicy> | Refused> {
  return policies.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listPolicies` after the first `offset` policies. */
export function exportPolicies(
  { policies }: PolicyLists,
  accountId: string,
  { offset, ...filter }: PolicyFilter & Pick<OffsetPosition, 'offset'>,
): Exported<StoredPolicy> {
  return policies.exportAll(accountId, filter, offset);
}
