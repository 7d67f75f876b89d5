import { z } from '@hono/zod-openapi';
import {
  department,
  departmentFields,
  findDepartment,
  findLetterhead,
  type Letters,
  letterhead,
  letterheadFields,
} from '../../../app/disputes/send-letters.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { refuse } from '../../../core/refuse.ts';
import { accountRoute, type Route } from '../route.ts';

type LetterheadDeps = Pick<Letters, 'letterSettings' | 'letterMailer'>;

const tag = 'Disputes';
const params = z.object({ carrierId: recordId('The carrier.') });

/** The letterhead of the agency and the addressees of its letters. */
export function letterheadRoutes(deps: LetterheadDeps): readonly Route[] {
  return [...ofAgency(deps), ...ofCarrier(deps)];
}

function ofAgency({ letterSettings, letterMailer }: LetterheadDeps): readonly Route[] {
  const mails = letterMailer !== null;
  const shared = { path: '/v1/letterhead', tag } as const;
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getLetterhead',
      access: 'account:read',
      summary: 'The letterhead of the agency',
      description: 'Name, address, contact and producer number on letters to carriers. What is null is left out.',
      request: {},
      responses: { 200: { description: 'The letterhead.', schema: letterhead } },
    }).handle(async (_, { account: { accountId } }) => ({
      status: 200,
      body: { ...(await findLetterhead({ letterSettings }, accountId)), mails },
    })),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateLetterhead',
      access: 'account:write',
      summary: 'Set the letterhead of the agency',
      description: 'Replaces all fields. It holds for letters that are written from then on.',
      request: { json: z.strictObject(letterheadFields) },
      responses: { 200: { description: 'As it is now.', schema: letterhead } },
    }).handle(async ({ json }, request) => {
      await letterSettings.saveLetterhead(request.account.accountId, json, request.origin);
      return { status: 200, body: { ...json, mails } };
    }),
  ];
}

function ofCarrier({ letterSettings }: LetterheadDeps): readonly Route[] {
  const shared = { path: '/v1/carriers/{carrierId}/commission-department', tag } as const;
  const unknown = () => refuse('not_found', 'There is no carrier with this id.');
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getCommissionDepartment',
      access: 'account:read',
      summary: "Where a carrier's letters go",
      description: "The carrier's commission department, as the agency keeps it.",
      request: { params },
      responses: { 200: { description: 'The department.', schema: department } },
    }).handle(async ({ params: { carrierId } }, { account: { accountId } }) => {
      const found = await findDepartment({ letterSettings }, accountId, carrierId);
      return found === null ? unknown() : { status: 200, body: { carrierId, ...found } };
    }),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateCommissionDepartment',
      access: 'account:write',
      summary: "Set where a carrier's letters go",
      description: 'Replaces all fields.',
      request: { params, json: z.strictObject(departmentFields) },
      responses: { 200: { description: 'As it is now.', schema: department } },
    }).handle(async ({ params: { carrierId }, json }, request) => {
      const { accountId } = request.account;
      if ((await findDepartment({ letterSettings }, accountId, carrierId)) === null) return unknown();
      await letterSettings.saveDepartment({ accountId, carrierId }, json, request.origin);
      return { status: 200, body: { carrierId, ...json } };
    }),
  ];
}
