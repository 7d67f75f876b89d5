import { z } from 'zod';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  type OtherId,
  type PaidMember,
  type RosterMember,
  reconcileCensus as reconcile,
} from '../../core/report/census.ts';
import { type BookMembers, bookPeriod, type CarrierBook } from './report-medicare.ts';

const unpaidMember = z.object({
  memberExternalId: z.string(),
  name: z.string().nullable(),
  planName: z.string().nullable(),
  reason: z.enum(['not_on_statement', 'zero_paid', 'charged_back']),
});

export const UNPAID_COLUMNS = ['memberExternalId', 'name', 'planName', 'reason'];

const paidMember = {
  memberRefId: z.string(),
  memberName: z.string().nullable(),
  commissionAmount: z.number(),
};

export const censusReport = z
  .object({
    carrierId: z.string(),
    period: bookPeriod,
    censusTotal: z.int().describe('Distinct ids of the roster: matched + unpaid.'),
    matched: z.int().describe('Paid more than was charged back, or paid ahead for the period.'),
    unpaid: z.array(unpaidMember).readonly(),
    unrostered: z
      .array(z.object({ memberExternalId: z.string(), ...paidMember }))
      .readonly()
      .describe('Paid, and not on the roster; largest commission first.'),
    estimatedUnpaidAmount: z
      .number()
      .describe('Dollars: unpaid members times the median commission of the matched ones.'),
    possibleMatches: z
      .array(z.object({ memberExternalId: z.string(), statementMemberExternalId: z.string(), ...paidMember }))
      .readonly()
      .describe(`Ids that are on no line, each with a member of the statement whose id differs in leading zeros and punctuation only.
Never counted as matched.`),
    duplicateRosterIds: z
      .array(z.string())
      .readonly()
      .describe('Ids the roster holds more than once; each is counted once.'),
  })
  .meta({ id: 'CensusReconciliation' });
export type CensusReport = Readonly<z.output<typeof censusReport>>;

export interface PaidMembers extends BookMembers<PaidMember> {
  readonly stripLeadingZeros: boolean;
  readonly aliases: readonly OtherId[];
  /** Returns the ids of the members, one for each workspace, whose own id has this key. */
  readonly refsOf: (memberKey: string) => readonly string[];
}

export interface CensusReads {
  /** Returns the members of the carrier's statement, with their other known ids and the carrier's rule for leading zeros. */
  paidMembers(accountId: string, book: CarrierBook): Promise<PaidMembers | Refused>;
}

export interface CensusReports {
  readonly census: CensusReads;
}

/**
 * Compares a roster with the members whom a carrier paid for. The roster never reaches the database. Amounts in dollars. Refuses an
 * unknown carrier or workspace.
 */
export async function reconcileCensus(
  census: CensusReads,
  accountId: string,
  { members: roster, ...book }: CarrierBook & { readonly members: readonly RosterMember[] },
): Promise<CensusReport | Refused> {
  const found = await census.paidMembers(accountId, book);
  if (isRefused(found)) return found;
  const { period, members, ...rule } = found;
  return { carrierId: book.carrierId, period, ...reconcile(roster, members, rule) };
}
