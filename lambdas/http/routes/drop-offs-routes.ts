import { z } from '@hono/zod-openapi';
import {
  type DropOffManagement,
  dropOffs,
  findDropOffs,
  onExisting,
  periodFrom,
  setDropOffs,
} from '../../../app/intake/manage-drop-offs.ts';
import type { OwnDropOffSettings } from '../../../core/intake/drop-off-settings.ts';
import { filePatternProblem } from '../../../core/intake/match-carrier.ts';
import { isSenderRule } from '../../../core/intake/sender.ts';
import { ALLOWED_SENDERS_MAX, SFTP_PATTERNS_MAX } from '../../../core/limits/request-limits.ts';
import { PATTERN_LIMITS } from '../../../core/limits/statement-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

/**
 * A pattern of file names. It is checked here, because an unreadable pattern would match no file and every drop would be rejected without
 * an obvious cause.
 */
const filePattern = z
  .string()
  .max(PATTERN_LIMITS.characters, `must not be longer than ${PATTERN_LIMITS.characters} characters`)
  .superRefine((text, context) => {
    const message = filePatternProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const senderRule = z.string().max(254).refine(isSenderRule, 'must be an address, or @domain for all of that domain');

/** A change of the settings. A setting that is absent or null comes from the format. */
export const dropOffsChange = z
  .strictObject({
    sftp: z
      .strictObject({
        patterns: z.array(filePattern).max(SFTP_PATTERNS_MAX).nullable().optional(),
        onExisting: onExisting.nullable().optional(),
      })
      .optional(),
    email: z
      .strictObject({
        allowedSenders: z.array(senderRule).max(ALLOWED_SENDERS_MAX).nullable().optional(),
        periodFrom: periodFrom.nullable().optional(),
      })
      .optional(),
  })
  .openapi('DropOffsChange');

export function ownSettingsOf({ sftp, email }: z.output<typeof dropOffsChange>): OwnDropOffSettings {
  return {
    sftp: { patterns: sftp?.patterns ?? null, onExisting: sftp?.onExisting ?? null },
    email: { allowedSenders: email?.allowedSenders ?? null, periodFrom: email?.periodFrom ?? null },
  };
}

/** Settings of a carrier's drop-offs by SFTP and email, outside its format: get, update. */
export function dropOffRoutes(management: DropOffManagement): readonly Route[] {
  return [getRoute(management), updateRoute(management)];
}

const path = '/v1/carriers/{carrierId}/drop-offs';
const tag = 'Drop-offs';
const params = z.object({ carrierId: recordId('The carrier.') });

function getRoute(management: DropOffManagement): Route {
  return accountRoute({
    method: 'get',
    path,
    operationId: 'getDropOffs',
    access: 'account:read',
    tag,
    summary: 'How dropped files of a carrier are recognised',
    description: `The names of its files by SFTP, the senders who may mail them, and where their month is looked for. A setting of the
account comes before the one in the carrier's format (sftp and email).`,
    request: { params },
    responses: { 200: { description: 'The settings.', schema: dropOffs } },
  }).handle(async ({ params: { carrierId } }, { account: { accountId } }) => {
    const found = await findDropOffs(management, { accountId, carrierId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function updateRoute(management: DropOffManagement): Route {
  return accountRoute({
    method: 'put',
    path,
    operationId: 'updateDropOffs',
    access: 'account:write',
    tag,
    summary: 'Set how dropped files of a carrier are recognised',
    description: `Replaces the account's own settings, also of a carrier of the shared catalogue, whose format stays the shared one. What is
absent or null is left to the format; an empty list allows none. They hold from the next
file or message on.`,
    request: { params, json: dropOffsChange },
    responses: { 200: { description: 'The settings.', schema: dropOffs } },
  }).handle(async ({ params: { carrierId }, json }, request) => {
    const { accountId } = request.account;
    const order = { accountId, carrierId, own: ownSettingsOf(json) };
    const set = await setDropOffs(management, order, request.origin);
    return isRefused(set) ? set : { status: 200, body: set };
  });
}
