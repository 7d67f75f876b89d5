import { z } from 'zod';
import { PAY_MAILS_AT_ONCE } from '../../core/limits/account-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownPayRun } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { WorkbookSheet } from '../../core/report/workbook-sheet.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { Mailer } from '../platform/mail.ts';
import { recordId } from '../platform/shared-fields.ts';
import type { PayRunStore, RunKey } from './pay-runs.ts';
import { agentStatement } from './run-papers.ts';

export const statementsToMail = z
  .strictObject({
    agentId: recordId('Only this agent. Default: all.').nullable().default(null),
    isAgain: z.boolean().default(false).meta({ description: 'Also if it was sent before; with agentId.' }),
  })
  .refine(({ agentId, isAgain }) => !isAgain || agentId !== null, {
    path: ['agentId'],
    error: 'must name the agent whose statement is sent again',
  });

/** Mails each agent the own statement of an approved run, once (docs/reference/agent-pay.md#statements-by-mail). */

const payMail = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    email: z.string().nullable().describe('Of the record of the agent; null: nothing can be sent.'),
    sentTo: z.string().nullable(),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PayMail' });
export type PayMail = Readonly<z.output<typeof payMail>>;

export const payMails = z
  .object({
    canSend: z.boolean().describe('A mail server is set up, and the run is approved.'),
    data: z.array(payMail).readonly().describe('Agents without an address first, then by name.'),
  })
  .meta({ id: 'PayMails' });
export type PayMails = Readonly<z.output<typeof payMails>>;

export const sentPayMails = z
  .object({
    sent: z.int(),
    left: z
      .int()
      .describe(`Statements that still wait: a request sends at most ${PAY_MAILS_AT_ONCE}, so send the request again.`),
    failed: z.array(z.string()).readonly().describe('Agents whose mail the mail server did not take.'),
  })
  .meta({ id: 'SentPayMails' });
export type SentPayMails = Readonly<z.output<typeof sentPayMails>>;

export interface PayMailStore {
  /** Lists the agents of an approved run; null for another run. */
  list(key: RunKey): Promise<readonly PayMail[] | null>;
  /** Claims a mail. Returns false when it was sent before and `isAgain` is false, or while another process sends it. */
  claim(
    key: RunKey,
    mail: { readonly agentId: string; readonly to: string; readonly isAgain: boolean },
    origin: RequestOrigin,
  ): Promise<boolean>;
  /** Ends a claim: the mail was sent, or the mail server did not take it. */
  end(key: RunKey, agentId: string, isSent: boolean): Promise<void>;
}

export interface StatementMails {
  readonly runs: PayRunStore;
  readonly payMails: PayMailStore;
  /** Null where no mail server is set up. */
  readonly letterMailer: Pick<Mailer, 'send'> | null;
  /** The address for answers; null without one. */
  readonly replyTo: (accountId: string) => Promise<string | null>;
  readonly writePdf: (text: string) => Promise<Uint8Array>;
  readonly writeSheets: (sheets: readonly WorkbookSheet[]) => Promise<Uint8Array>;
}

/** Lists which agents of a run were mailed. Refuses an unknown run, and one that is not approved. */
export async function listPayMails(
  { payMails: mails, letterMailer }: Pick<StatementMails, 'payMails' | 'letterMailer'>,
  key: RunKey,
): Promise<PayMails | Refused> {
  const data = await mails.list(key);
  return data === null ? unknownPayRun() : { canSend: letterMailer !== null, data };
}

interface MailOrder extends Readonly<z.output<typeof statementsToMail>> {
  readonly key: RunKey;
  readonly agencyName: string;
}

/**
 * Mails the statements that were not mailed yet, as PDF and workbook; a named agent also again. A mail that the mail server refuses waits
 * for the next request. Refuses an unknown run, one that is not approved, and sending without a mail server.
 */
export async function mailStatements(
  deps: StatementMails,
  { key, agencyName, agentId, isAgain }: MailOrder,
  origin: RequestOrigin,
): Promise<SentPayMails | Refused> {
  const listed = await deps.payMails.list(key);
  if (listed === null) return unknownPayRun();
  const mailer = deps.letterMailer;
  if (mailer === null)
    return refuse('conflict', 'No mail server is set up here. Take the statements, and send them yourself.');
  const wanted = listed.filter((one) => agentId === null || one.agentId === agentId);
  if (agentId !== null && wanted.length === 0) return refuse('not_found', 'The agent is not in this pay run.');
  if (agentId !== null && wanted[0]?.email === null) return refuse('conflict', 'The agent has no email address.');
  const waiting = wanted.filter(({ email, sentAt }) => email !== null && (isAgain || sentAt === null));
  const replyTo = await deps.replyTo(key.accountId);
  const failed: string[] = [];
  let sentCount = 0;
  for (const { agentId: to, agentName, email } of waiting.slice(0, PAY_MAILS_AT_ONCE)) {
    if (email === null || !(await deps.payMails.claim(key, { agentId: to, to: email, isAgain }, origin))) continue;
    const outcome = await sendStatement({ ...deps, mailer }, { key, agentId: to, agencyName, email, replyTo });
    await deps.payMails.end(key, to, outcome === 'sent');
    if (outcome === 'sent') sentCount += 1;
    else failed.push(agentName);
  }
  return { sent: sentCount, left: Math.max(0, waiting.length - PAY_MAILS_AT_ONCE), failed };
}

interface Sending {
  readonly key: RunKey;
  readonly agentId: string;
  readonly agencyName: string;
  readonly email: string;
  readonly replyTo: string | null;
}

async function sendStatement(
  { runs, mailer, writePdf, writeSheets }: StatementMails & { readonly mailer: Pick<Mailer, 'send'> },
  { key, agentId, agencyName, email, replyTo }: Sending,
): Promise<'sent' | 'failed'> {
  const paper = await agentStatement(runs, { key, agentId, agencyName });
  if (isRefused(paper)) return 'failed';
  const [pdf, workbook] = await Promise.all([writePdf(paper.text), writeSheets(paper.sheets)]);
  try {
    await mailer.send(
      {
        to: email,
        subject: `Commission statement of ${paper.payDate}: ${agencyName}`,
        ...(replyTo !== null && { replyTo }),
        text: paper.summary,
        attachments: [
          { filename: `${paper.fileName}.pdf`, contentType: 'application/pdf', content: pdf },
          { filename: `${paper.fileName}.xlsx`, contentType: XLSX, content: workbook },
        ],
      },
      { accountId: key.accountId },
    );
    return 'sent';
  } catch {
    // A refused address must not keep the others waiting. The answer names the agent.
    return 'failed';
  }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
