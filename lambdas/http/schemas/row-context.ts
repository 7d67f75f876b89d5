import { z } from '@hono/zod-openapi';

export const agentAndDates = {
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  effectiveDate: z.iso.date().nullable(),
  termDate: z.iso.date().nullable(),
};

/** The carrier, agent and dates of a row, so that a row of a saved table can be understood without other lists. */
export const memberContext = { carrierId: z.string(), carrierName: z.string(), ...agentAndDates };

export const rowContext = {
  ...memberContext,
  period: z.string().openapi({ description: 'The month of the statement, YYYY-MM.' }),
};

export const memberContextExample = {
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  carrierName: 'Summit Senior Life',
  agentId: 'A-17',
  agentName: 'Rivera, Ana',
  effectiveDate: '2025-11-01',
  termDate: null,
};

export const rowContextExample = { ...memberContextExample, period: '2026-03' };
