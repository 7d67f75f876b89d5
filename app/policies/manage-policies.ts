import { z } from 'zod';
import { LISTED_POLICIES_MAX, LISTED_POLICIES_OF_ACCOUNT_MAX } from '../../core/limits/saved-report-limits.ts';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { POLICY_STATUSES, type PolicyStatus } from '../../core/policies/policy-columns.ts';
import {
  type NamedCarrier,
  type PlacedPolicy,
  type PolicyReading,
  placePolicies,
} from '../../core/policies/read-policies.ts';
import type { Refused } from '../../core/problem.ts';
import { refuseUnknown } from '../../core/refusals.ts';
import { refuse, refuseFields } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { decideWorkspace } from '../../core/upload/decide-upload.ts';
import type { BookFilter } from '../reads/read-models.ts';

/** A book of business, as JSON and as CSV. */

const text = (description: string) => z.string().nullable().default(null).meta({ description });

/** An amount, as a number or as its text. */
const figure = (description: string) =>
  z.union([z.number(), z.string()], 'must be a number').nullable().default(null).meta({ description });

const sentPolicy = z.strictObject({
  id: z.string().meta({
    description: "The carrier's member or policy id. Case and white space don't matter. Up to 200 characters.",
  }),
  policyNumber: text('A second id, where the list has both.'),
  carrier: text('Id, slug or name of the carrier. Not needed with carrierId.'),
  memberName: text('Shown with findings.'),
  plan: text('Plan.'),
  effective: text('First day, YYYY-MM-DD or MM/DD/YYYY.'),
  term: text('Last day. A policy whose last day has passed has ended, whatever its status.'),
  premium: figure('Dollars, for as long as the statement shows it: by month as a rule.'),
  lives: figure('Lives.'),
  rate: figure('A fraction such as 0.05, or a percentage as text: "5%".'),
  agent: text('Name or number of the agent.'),
  status: text(
    'active, pending or ended, or a usual word for one (docs/howto/compare-with-your-book-of-business.md). Absent: active.',
  ),
});

export const policyList = z.strictObject({
  policies: z
    .array(sentPolicy)
    .max(LISTED_POLICIES_MAX, `must not hold more than ${LISTED_POLICIES_MAX} policies`)
    .meta({ description: 'The whole list. An empty one removes the list.' }),
});

/** Manages an agency's own lists of policies, one list for each workspace and carrier. */

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

export const replacedPolicies = z
  .object({
    workspaceId: z.string(),
    carrierId: z.string().nullable().describe('Null: the lists of all carriers of the workspace.'),
    dryRun: z.boolean(),
    policies: z.int().describe('Of the new list: added + changed + unchanged.'),
    added: z.int(),
    changed: z.int(),
    removed: z.int().describe('Listed before and not any more.'),
    unchanged: z.int(),
    ignoredColumns: z.array(z.string()).readonly().describe('Columns of a CSV that nothing was read from.'),
  })
  .meta({ id: 'ReplacedPolicies' });
/** The counts of a replaced list. The route adds the columns of a CSV that it does not read. */
export type ReplacedPolicies = Readonly<Omit<z.output<typeof replacedPolicies>, 'ignoredColumns'>>;

export const storedPolicy = z
  .object({
    carrierId: z.string(),
    workspaceId: z.string(),
    policyId: z.string(),
    policyNumber: z.string().nullable(),
    memberName: z.string().nullable(),
    planName: z.string().nullable(),
    effectiveDate: z.iso.date().nullable(),
    termDate: z.iso.date().nullable(),
    premium: z.number().nullable(),
    lives: z.number().nullable(),
    rate: z.number().nullable(),
    agent: z.string().nullable(),
    status: z.enum(POLICY_STATUSES),
    listedAt: z.iso.datetime().describe('When it was added or last changed.'),
  })
  .meta({ id: 'ListedPolicy' });
export type StoredPolicy = Readonly<z.output<typeof storedPolicy>>;

export const STORED_POLICY_COLUMNS = [
  ...['carrierId', 'workspaceId', 'policyId', 'policyNumber', 'memberName', 'planName', 'effectiveDate'],
  ...['termDate', 'premium', 'lives', 'rate', 'agent', 'status', 'listedAt'],
];

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
