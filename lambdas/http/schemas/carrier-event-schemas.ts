import { z } from '@hono/zod-openapi';
import { CARRIER_EVENT_KINDS, EVENT_SCOPES, EVENT_STATES } from '../../../core/scoring/events/carrier-event.ts';
import { signalCodes } from './member-schemas.ts';

/** Carrier events: a change by a carrier to many members of a book in one period. */

export const eventStates = z.enum(EVENT_STATES);

const eventFields = {
  id: z.string(),
  workspaceId: z.string(),
  carrierId: z.string(),
  period: z.string(),
  kind: z.enum(CARRIER_EVENT_KINDS).openapi({
    description:
      'pay_reduced, pay_increased: one change of pay that most share. members_left: a block. shared_finding: warnings of one code that many members have.',
  }),
  scope: z.enum(EVENT_SCOPES).openapi({ description: 'What the members have in common; carrier: all of the book.' }),
  scopeValue: z
    .string()
    .nullable()
    .openapi({ description: 'The plan, product, agent, policy or state; null for carrier.' }),
  code: signalCodes
    .nullable()
    .openapi({ description: 'Of a shared finding: the code of the warnings that its members share.' }),
  members: z.int().openapi({ description: 'Whose pay changed so, who left, or who have the finding.' }),
  compared: z.int().openapi({
    description: 'Of the scope: who can be compared, who was there before, or for whom the finding could be made.',
  }),
  changePercent: z.number().nullable().openapi({ description: '-20: 20 % less. Null where members left.' }),
  amount: z.number().openapi({ description: 'Dollars less or more in the period, or last paid to who left.' }),
  eachAmount: z
    .number()
    .nullable()
    .openapi({ description: "Of a shared finding: dollars of each member's, where all have the same." }),
  askedIn: z
    .string()
    .nullable()
    .openapi({ description: 'Of a shared finding: the month that asked first. A later one is the same question.' }),
  detail: z.string(),
  rateType: z.enum(['flat_per_member', 'percent_of_premium']).nullable(),
  rateValue: z.number().nullable().openapi({ description: 'The rate that accepting stores; null where none follows.' }),
  noRateReason: z.string().nullable().openapi({ description: 'Why no single rate follows.' }),
  state: eventStates.openapi({ description: 'Open again when another statement changes the event.' }),
  rateId: z
    .string()
    .nullable()
    .openapi({ description: 'The contracted rate that accepting stored; null where members left.' }),
  decidedAt: z.iso.datetime().nullable(),
  disputeId: z.string().nullable().openapi({
    description: 'Of the dispute that disputing opened; null where nothing could be asked for, as where members left.',
  }),
};

export const carrierEvent = z.object(eventFields).openapi('CarrierEvent');
export const acceptedEvent = z
  .object({
    ...eventFields,
    rescoredPeriods: z.int().openapi({ description: 'Periods scored again, those of `jobIds` included.' }),
    jobIds: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Of the jobs that score books too large to wait for.' }),
  })
  .openapi('AcceptedCarrierEvent');

export const CARRIER_EVENT_COLUMNS = Object.keys(eventFields);

export const carrierEventExample: z.output<typeof carrierEvent> = {
  id: '5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f',
  workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  period: '2026-01',
  kind: 'pay_reduced',
  scope: 'carrier',
  scopeValue: null,
  code: null,
  members: 147,
  compared: 149,
  changePercent: -20,
  amount: 214.6,
  eachAmount: null,
  askedIn: null,
  detail: 'The carrier pays 20 % less for 147 of 149 members since Jan 2026.',
  rateType: 'percent_of_premium',
  rateValue: 0.08,
  noRateReason: null,
  state: 'open',
  rateId: null,
  decidedAt: null,
  disputeId: null,
};
