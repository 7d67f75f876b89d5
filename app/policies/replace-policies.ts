import { LISTED_POLICIES_OF_ACCOUNT_MAX } from '../../core/limits/report-limits.ts';
import { placePolicies } from '../../core/policies/place-policies.ts';
import { type Refused, refuse, refuseFields } from '../../core/problem.ts';
import { decideWorkspace } from '../../core/upload/decide-upload.ts';
import { refuseUnknown } from '../reads/read-models.ts';
import type { PolicyDecisions, PolicyListCommand, PolicyStore, ReplacedPolicies } from './policy-ports.ts';

/**
 * Replaces the list of a carrier, or of all carriers of a workspace. Refuses an unknown or unnamed workspace, an unknown carrier, rows
 * that can't be read or placed (all of them together), and more than LISTED_POLICIES_OF_ACCOUNT_MAX policies of the account.
 */
export function replacePolicies(
  policies: PolicyStore,
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
