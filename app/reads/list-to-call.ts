import { z } from 'zod';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { BookFilter } from './read-models.ts';

/** The people to call, who are gone lately or whose policy ends (docs/reference/members-and-comparisons.md#people-to-call). */

export const personToCall = z
  .object({
    memberRefId: z.string(),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    carrierId: z.string(),
    carrierName: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    agentName: z.string().nullable(),
    kind: z.enum(['gone', 'going']).describe('going: still paid, and the statement names the day on which it ends.'),
    period: z.string().describe('The month that says so.'),
    termDate: z.iso.date().nullable(),
    lastPaidPeriod: z.string().nullable(),
    lastPaidAmount: z.number(),
    phone: z.string().nullable(),
    email: z.string().nullable().describe('As written down, else as the statement has it.'),
    reason: z.string().nullable(),
  })
  .meta({ id: 'PersonToCall' });
export type PersonToCall = Readonly<z.output<typeof personToCall>>;

export const PERSON_TO_CALL_COLUMNS = [
  ...['memberRefId', 'memberName', 'memberExternalId', 'carrierId', 'carrierName', 'policyNumber', 'planName'],
  ...['agentName', 'kind', 'period', 'termDate', 'lastPaidPeriod', 'lastPaidAmount', 'phone', 'email', 'reason'],
];

export interface CallFilter extends BookFilter {
  readonly agent?: string | undefined;
  /** The first month in which a person was missing; absent: the month before the latest of the account. */
  readonly since?: Period | undefined;
}

export interface CallReads {
  /** Lists people by name. Refuses an unknown carrier or workspace. */
  listToCall(accountId: string, filter: CallFilter, page: OffsetPosition): Promise<OffsetPage<PersonToCall> | Refused>;
  exportToCall(accountId: string, filter: CallFilter, offset: number): Exported<PersonToCall>;
}
