import { expect } from 'vitest';
import { z } from 'zod';
import type { TestAccount } from '../../support/service.ts';

/** Reads members and journeys over HTTP, as far as these tests need them. */

const members = z.object({
  data: z.array(z.looseObject({ memberRefId: z.string(), memberExternalId: z.string(), carrierName: z.string() })),
});

const journey = z.looseObject({
  memberRefId: z.string(),
  periodCount: z.number(),
  periods: z.array(
    z.looseObject({
      period: z.string(),
      status: z.string(),
      present: z.boolean(),
      firstSeen: z.boolean(),
      commissionAmount: z.number(),
      prevCommissionAmount: z.number(),
      premiumAmount: z.number().nullable(),
      policies: z.array(
        z.object({
          policyRefId: z.string().nullable(),
          policyNumber: z.string().nullable(),
          planName: z.string().nullable(),
          commissionAmount: z.number(),
          premiumAmount: z.number().nullable(),
        }),
      ),
      file: z.object({ fileId: z.string(), fileName: z.string(), uploadedAt: z.string() }),
      deltas: z.array(z.unknown()),
    }),
  ),
});

export async function memberOf(account: TestAccount, externalId: string, carrierId?: string) {
  const filter = carrierId === undefined ? '' : `&carrierId=${carrierId}`;
  const response = await account.call('GET', `/v1/members?limit=200${filter}`);
  const found = members.parse(response.json).data.find((member) => member.memberExternalId === externalId);
  if (found === undefined) throw new Error(`There is no member ${externalId}.`);
  return found;
}

/** The journey at /v1/members/{id} or /v1/policies/{id}. */
export async function journeyOf(account: TestAccount, path: string) {
  const response = await account.call('GET', `${path}/journey`);
  expect(response.status).toBe(200);
  return journey.parse(response.json);
}

export function moved(memberRefId: string, prevValue: number | null, currValue: number | null) {
  const changeType = prevValue === null ? 'added' : currValue === null ? 'removed' : 'modified';
  return { memberRefId, field: 'commission_amount', prevValue, currValue, changeType };
}
