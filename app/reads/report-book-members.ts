import { z } from 'zod';
import { CENSUS_MEMBERS_MAX } from '../../core/limits/saved-report-limits.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  type OtherId,
  type PaidMember,
  type RosterMember,
  reconcileCensus as reconcile,
} from '../../core/report/census.ts';
import {
  type ForecastMember,
  firstExposedMonth,
  medicareRde,
  type RdeMember,
  renewalForecast,
} from '../../core/report/medicare.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import { normaliseId } from '../../core/statement/member-key.ts';
import { type Clock, recordId, statementMonth } from '../platform/shared-fields.ts';
import type { BookFilter } from './read-models.ts';

/** An agency's roster compared with the paid members (docs/reference/reports.md#census). */

const ID_CHARACTERS_MAX = 200;

const TEXT_CHARACTERS_MAX = 500;

const rosterText = (description: string) =>
  z
    .string()
    .max(TEXT_CHARACTERS_MAX, `must not be longer than ${TEXT_CHARACTERS_MAX} characters`)
    .nullable()
    .default(null)
    .meta({ description });

const rosterMember = z.strictObject({
  memberExternalId: z
    .string()
    .max(ID_CHARACTERS_MAX, `must not be longer than ${ID_CHARACTERS_MAX} characters`)
    .refine((id) => normaliseId(id) !== '', 'must not be blank')
    .meta({ description: "The carrier's member id. Case and white space don't matter." }),
  name: rosterText('Shown again where the member is unpaid.'),
  planName: rosterText('Shown again where the member is unpaid.'),
});

/** A roster of at most CENSUS_MEMBERS_MAX members, of one carrier. */
export const censusRequest = (clock: Clock) =>
  z.strictObject({
    carrierId: recordId('The carrier.'),
    workspaceId: recordId('Only what this workspace was paid.').optional(),
    period: statementMonth(clock, "Default: the carrier's latest period with data.").optional(),
    members: z
      .array(rosterMember)
      .min(1, 'must hold at least one member')
      .max(CENSUS_MEMBERS_MAX, `must not hold more than ${CENSUS_MEMBERS_MAX} members`)
      .meta({ description: 'The roster.' }),
  });

const plan = {
  planName: z.string().nullable(),
  planCode: z.string().nullable(),
};

const disenrollmentGroup = {
  total: z.int().describe('Members who disenrolled.'),
  rapid: z.int(),
  clawedBackAmount: z.number().describe('Dollars charged back in the period for the rapid ones.'),
};

/** The period that a report covers. Null when the request names no period and there is no data. */
export const bookPeriod = z.string().nullable().describe('Null when no period was asked for and there is no data.');

export const rdeReport = z
  .object({
    carrierId: z.string(),
    period: bookPeriod,
    realized: z
      .object({ count: z.int(), clawedBackAmount: z.number() })
      .describe('Rapid disenrollments that were charged back in the period.'),
    exposure: z
      .object({ count: z.int(), atRiskAmount: z.number() })
      .describe(`Members still enrolled whose effective month is the period's or one of the two before, and what they were paid since,
less what was charged back. Members paid ahead count.`),
    disenrollments: z.object({
      total: z.int(),
      rapid: z.int(),
      rapidRatePct: z.number().describe('100 × rapid / evaluated; 0 for 0.'),
    }),
    byPlan: z.array(z.object({ ...plan, ...disenrollmentGroup })).readonly(),
    byAgent: z
      .array(z.object({ agentId: z.string().nullable(), agentName: z.string().nullable(), ...disenrollmentGroup }))
      .readonly(),
    evaluated: z.int().describe('Disenrollments with an effective and a term date: those classified.'),
    total: z.int().describe('All disenrollments of the period.'),
  })
  .meta({ id: 'RapidDisenrollmentReport' });
export type RdeReport = Readonly<z.output<typeof rdeReport>>;

/** The plans, followed by the agents, as one table. */
export const RDE_COLUMNS = ['groupedBy', 'name', 'code', 'total', 'rapid', 'clawedBackAmount'];

const forecastMonth = z.object({
  period: z.string(),
  members: z.int().describe('Renewals in the month.'),
  amount: z.number(),
});

export const FORECAST_COLUMNS = ['period', 'members', 'amount'];

export const renewalForecastReport = z
  .object({
    carrierId: z.string(),
    period: bookPeriod,
    horizonMonths: z.int(),
    annualRenewalValue: z
      .number()
      .describe('Dollars of the renewals of the twelve months after the period, whatever the horizon.'),
    activeMembers: z.int().describe('On the statement or paid ahead, and not terminated by its end.'),
    evaluated: z
      .int()
      .describe(
        'Active members with an effective date, and a known rate for their next renewal or another one of the horizon.',
      ),
    byMonth: z.array(forecastMonth).readonly().describe('Every month of the horizon.'),
    byPlan: z
      .array(z.object({ ...plan, members: z.int(), annualRenewalValue: z.number() }))
      .readonly()
      .describe('Adds up to annualRenewalValue.'),
    ratesInferred: z
      .boolean()
      .describe(`A renewal is valued by the CMS maximum of its year, state and product, because no contracted renewal rate holds for it.
Years not yet published are taken as the last one that is.`),
  })
  .meta({ id: 'RenewalForecast' });
export type RenewalForecastReport = Readonly<z.output<typeof renewalForecastReport>>;

/** Reports on the members of one carrier's book in one period. Each report reads one snapshot. */

/** The books of a filter in one month. Without a period, the latest period with data is read. */
export interface BookMonth extends BookFilter {
  readonly period?: Period | undefined;
}

/** The book of one carrier in one workspace, or its books in all. */
export interface CarrierBook extends BookMonth {
  readonly carrierId: string;
}

/** Members of a carrier's book in one period. */
export interface BookMembers<Member> {
  /** Null when the request names no period and there is no data. `members` is empty then. */
  readonly period: Period | null;
  readonly members: readonly Member[];
}

export interface MedicareReads {
  /** Returns members who left in the period or may be exposed. `exposedFrom`: the oldest effective month that is exposed in the period. */
  rdeMembers(
    accountId: string,
    book: CarrierBook,
    exposedFrom: (period: Period) => Period,
  ): Promise<BookMembers<RdeMember> | Refused>;
  /** Returns members who did not drop, and the carrier's contracted rates. */
  forecastMembers(
    accountId: string,
    book: CarrierBook,
  ): Promise<(BookMembers<ForecastMember> & { readonly rates: readonly ExpectedRate[] }) | Refused>;
}

export interface MedicareReports {
  readonly medicare: MedicareReads;
}

/** The period that a report without data is computed for. Such a report has no members. */
const NO_PERIOD = '2000-01';

/** Composes the report on rapid disenrollment. Amounts in dollars. Refuses an unknown carrier or workspace. */
export async function reportRapidDisenrollment(
  medicare: MedicareReads,
  accountId: string,
  book: CarrierBook,
): Promise<RdeReport | Refused> {
  const found = await medicare.rdeMembers(accountId, book, firstExposedMonth);
  if (isRefused(found)) return found;
  const { period, members } = found;
  return { carrierId: book.carrierId, period, ...medicareRde(period ?? NO_PERIOD, members) };
}

/** Composes the forecast of the next `horizonMonths` months. Amounts in dollars. Refuses an unknown carrier or workspace. */
export async function reportRenewalForecast(
  medicare: MedicareReads,
  accountId: string,
  { horizonMonths, ...book }: CarrierBook & { readonly horizonMonths: number },
): Promise<RenewalForecastReport | Refused> {
  const found = await medicare.forecastMembers(accountId, book);
  if (isRefused(found)) return found;
  const { period, rates, members } = found;
  const request =
    period === null ? { asOf: NO_PERIOD, horizonMonths: 0, rates } : { asOf: period, horizonMonths, rates };
  return { carrierId: book.carrierId, period, horizonMonths, ...renewalForecast(request, members) };
}

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
type CensusReport = Readonly<z.output<typeof censusReport>>;

interface PaidMembers extends BookMembers<PaidMember> {
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
