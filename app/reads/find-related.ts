import { z } from 'zod';
import { HOUSEHOLD_MAX } from '../../core/limits/saved-report-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { memberStatuses } from './member-records.ts';

/** The people of a member's policies, and the same name at other carriers (docs/reference/members-and-comparisons.md#household). */

const relatedMember = z
  .object({
    relation: z
      .enum(['household', 'same_name'])
      .describe('household: has a policy number of the member at the same carrier. same_name: of another carrier.'),
    memberRefId: z.string(),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    carrierId: z.string(),
    carrierName: z.string(),
    policyNumber: z.string().nullable(),
    status: memberStatuses,
    lastPaidPeriod: z.string().nullable(),
    lastPaidAmount: z.number(),
    paidTotal: z.number().describe('In all, less what was taken back.'),
  })
  .meta({ id: 'RelatedMember' });
export type RelatedMember = Readonly<z.output<typeof relatedMember>>;

export const relatedMembers = z
  .object({
    data: z.array(relatedMember).readonly().describe('The household first, then by name.'),
    householdPaidTotal: z.number().nullable().describe('Paid for the member and the household; null without one.'),
    groupMembers: z
      .int()
      .nullable()
      .describe(
        `People of the member's policies, when they are more than ${HOUSEHOLD_MAX}: a group, which is not listed.`,
      ),
  })
  .meta({ id: 'RelatedMembers' });

export interface RelatedFacts {
  /** At most HOUSEHOLD_MAX of the household are here. */
  readonly related: readonly RelatedMember[];
  readonly householdCount: number;
  readonly ownPaidTotal: number;
}

export interface RelatedReads {
  /** Finds related members; null for an unknown member. */
  findRelated(accountId: string, memberRefId: string): Promise<RelatedFacts | null>;
}

/** Finds the people of a member's policies, and members of the same name at other carriers. Refuses an unknown member. */
export async function findRelated(
  { related }: { readonly related: RelatedReads },
  accountId: string,
  memberRefId: string,
): Promise<z.output<typeof relatedMembers> | Refused> {
  const found = await related.findRelated(accountId, memberRefId);
  if (found === null) return unknownMember();
  const isGroup = found.householdCount > HOUSEHOLD_MAX;
  const data = found.related.filter(({ relation }) => relation === 'same_name' || !isGroup);
  const household = data.filter(({ relation }) => relation === 'household');
  const sum = household.reduce((total, { paidTotal }) => total + paidTotal, found.ownPaidTotal);
  return {
    data,
    householdPaidTotal: household.length === 0 ? null : Math.round(sum * 100) / 100,
    groupMembers: isGroup ? found.householdCount : null,
  };
}
