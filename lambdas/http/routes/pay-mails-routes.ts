import { z } from '@hono/zod-openapi';
import {
  listPayMails,
  mailStatements,
  payMails,
  type StatementMails,
  sentPayMails,
} from '../../../app/agent-pay/mail-statements.ts';
import { isRefused } from '../../../core/problem.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

const tag = 'Agent pay';
const params = z.object({ runId: recordId('The pay run.') });

/** Statements of pay by mail: which were sent, and sending them. */
export function payMailRoutes(mails: StatementMails): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/pay-runs/{runId}/statement-mails',
      operationId: 'listPayMails',
      access: 'account:read',
      tag,
      summary: 'Which agents were mailed their statement',
      description: 'Of an approved run: agents without an address first. Another run is not found.',
      request: { params },
      responses: { 200: { description: 'The agents of the run.', schema: payMails } },
    }).handle(async ({ params: { runId } }, { account: { accountId } }) => {
      const listed = await listPayMails(mails, { accountId, runId });
      return isRefused(listed) ? listed : { status: 200, body: listed };
    }),
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs/{runId}/statement-mails',
      operationId: 'sendPayMails',
      access: 'account:write',
      effect: 'own-key',
      tag,
      summary: 'Mail agents their statements',
      description: `Mails each agent of an approved run the own statement as PDF and XLSX, once. A repeat sends only what was not sent, and
\`isAgain\` sends the statement of one agent again.`,
      request: {
        params,
        json: z
          .strictObject({
            agentId: recordId('Only this agent. Default: all.').nullable().default(null),
            isAgain: z.boolean().default(false).openapi({ description: 'Also if it was sent before; with agentId.' }),
          })
          .refine(({ agentId, isAgain }) => !isAgain || agentId !== null, {
            path: ['agentId'],
            error: 'must name the agent whose statement is sent again',
          }),
      },
      problems: ['conflict'],
      responses: { 200: { description: 'Sent.', schema: sentPayMails } },
    }).handle(async ({ params: { runId }, json }, { account, origin }) => {
      const { accountId, name } = account;
      const mailed = await mailStatements(mails, { key: { accountId, runId }, agencyName: name, ...json }, origin);
      return isRefused(mailed) ? mailed : { status: 200, body: mailed };
    }),
  ];
}
