import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { ListedPolicy, PolicyStatus } from '../../core/policies/listed-policy.ts';
import type { NamedCarrier, PlacedPolicy } from '../../core/policies/place-policies.ts';
import type { PolicyReading } from '../../core/policies/read-policies.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { BookFilter } from '../reads/read-models.ts';

/** The ports for an agency's own lists of policies, one list for each workspace and carrier. */

export interface PolicyListCommand {
  readonly accountId: string;
  /** Null means the account's only workspace. */
  readonly workspaceId: string | null;
  /** The carrier whose list is replaced; null replaces the lists of all carriers of the workspace. */
  readonly carrierId: string | null;
  /** The list as it was read. Its faults are reported together with those that only the database can find. */
  readonly reading: PolicyReading;
  /** When true, the command counts what would change and stores nothing. */
  readonly dryRun: boolean;
  readonly origin: RequestOrigin;
}

export interface ReplacedPolicies {
  readonly workspaceId: string;
  readonly carrierId: string | null;
  readonly dryRun: boolean;
  /** Policies of the new list: added + changed + unchanged. */
  readonly policies: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface StoredPolicy extends Omit<ListedPolicy, 'premium' | 'lives' | 'rate'> {
  readonly carrierId: string;
  readonly workspaceId: string;
  readonly premium: number | null;
  readonly lives: number | null;
  readonly rate: number | null;
  readonly listedAt: string;
}

export interface PolicyFilter extends BookFilter {
  readonly status?: PolicyStatus | undefined;
}

/** Decisions about a replacement, made in its transaction and in this order. A refusal ends the replacement. */
export interface PolicyDecisions {
  /** Returns the id of the workspace. `workspaceId`: null when none is named. */
  readonly decideWorkspace: (
    workspaceId: string | null,
    workspaces: readonly { readonly workspaceId: string; readonly isDefault: boolean }[],
  ) => string | Refused;
  /** `carriers`: all carriers that the account sees. */
  readonly decideList: (
    list: Pick<PolicyListCommand, 'reading' | 'carrierId'>,
    carriers: readonly NamedCarrier[],
  ) => readonly PlacedPolicy[] | Refused;
  /** `total`: policies of all lists of the account after the replacement. Null allows it. */
  readonly refuseMore: (total: number) => Refused | null;
}

export interface PolicyStore {
  /** Replaces the whole list or nothing. Concurrent replacements of one account wait for each other. */
  replace(command: PolicyListCommand, decisions: PolicyDecisions): Promise<ReplacedPolicies | Refused>;
  list(accountId: string, filter: PolicyFilter, page: OffsetPosition): Promise<OffsetPage<StoredPolicy> | Refused>;
  exportAll(accountId: string, filter: PolicyFilter, offset: number): Exported<StoredPolicy>;
}
