import { z } from 'zod';
import { CARRIER_EVENT_KINDS, EVENT_SCOPES, EVENT_STATES } from '../../core/scoring/events/carrier-event.ts';
import { signalCodes } from './member-records.ts';

/** Carrier events: a change by a carrier to many members of a book in one period. */

export const eventStates = z.enum(EVENT_STATES);

export const eventFields = {
  id: z.string(),
  workspaceId: z.string(),
  carrierId: z.string(),
  period: z.string(),
  kind: z
    .enum(CARRIER_EVENT_KINDS)
    .describe(
      'pay_reduced, pay_increased: one change of pay that most share. members_left: a block. shared_finding: warnings of one code that many members have.',
    ),
  scope: z.enum(EVENT_SCOPES).describe('What the members have in common; carrier: all of the book.'),
  scopeValue: z.string().nullable().describe('The plan, product, agent, policy or state; null for carrier.'),
  code: signalCodes.nullable().describe('Of a shared finding: the code of the warnings that its members share.'),
  members: z.int().describe('Whose pay changed so, who left, or who have the finding.'),
  compared: z
    .int()
    .describe('Of the scope: who can be compared, who was there before, or for whom the finding could be made.'),
  changePercent: z.number().nullable().describe('-20: 20 % less. Null where members left.'),
  amount: z.number().describe('Dollars less or more in the period, or last paid to who left.'),
  eachAmount: z.number().nullable().describe("Of a shared finding: dollars of each member's, where all have the same."),
  askedIn: z
    .string()
    .nullable()
    .describe('Of a shared finding: the month that asked first. A later one is the same question.'),
  detail: z.string(),
  rateType: z.enum(['flat_per_member', 'percent_of_premium']).nullable(),
  rateValue: z.number().nullable().describe('The rate that accepting stores; null where none follows.'),
  noRateReason: z.string().nullable().describe('Why no single rate follows.'),
  state: eventStates.describe('Open again when another statement changes the event.'),
  rateId: z.string().nullable().describe('The contracted rate that accepting stored; null where members left.'),
  decidedAt: z.iso.datetime().nullable(),
  disputeId: z
    .string()
    .nullable()
    .describe('Of the dispute that disputing opened; null where nothing could be asked for, as where members left.'),
};

/** A carrier's change to many members of a book in one period, as it is shown. */
export const carrierEvent = z.object(eventFields).meta({ id: 'CarrierEvent' });
export type CarrierEventRecord = Readonly<z.output<typeof carrierEvent>>;

export const CARRIER_EVENT_COLUMNS = [
  ...['id', 'workspaceId', 'carrierId', 'period', 'kind', 'scope', 'scopeValue', 'code', 'members', 'compared'],
  ...['changePercent', 'amount', 'eachAmount', 'askedIn', 'detail', 'rateType', 'rateValue', 'noRateReason'],
  ...['state', 'rateId', 'decidedAt', 'disputeId'],
];
