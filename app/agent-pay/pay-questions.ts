import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PAY_MESSAGE_CHARACTERS_MAX, PAY_MESSAGES_MAX } from '../../core/limits/account-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownPayQuestion } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { RunKey } from './pay-runs.ts';

const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(PAY_MESSAGE_CHARACTERS_MAX, `must not be longer than ${PAY_MESSAGE_CHARACTERS_MAX} characters`)
  .meta({ description: 'Plain text; line breaks are kept.' });

export const newPayQuestion = z.strictObject({
  lineNumber: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .meta({ description: '`number` of the line; null: the whole statement.' }),
  text,
});

export const newPayMessage = z.strictObject({ text });

export const payQuestionChange = z.strictObject({ isOpen: z.boolean() });

/** Questions about statements of pay: threads between an agent and the office (docs/reference/agent-pay.md#the-agents-own-view). */

const payMessage = z
  .object({
    isOffice: z.boolean().describe('False: the agent wrote it.'),
    author: z.string().nullable().describe('The name of the person at that time; null when a program wrote it.'),
    text: z.string().meta({ example: 'Why is the share of May lower than in April?' }),
    writtenAt: z.iso.datetime(),
  })
  .meta({ id: 'PayMessage' });

export const payQuestion = z
  .object({
    questionId: z.string(),
    agentId: z.string(),
    agentName: z.string(),
    runId: z.string(),
    payDate: z.iso.date(),
    lineNumber: z.int().nullable().describe('The line of the run; null: the whole statement.'),
    about: z
      .object({
        memberName: z.string().nullable(),
        policyNumber: z.string().nullable(),
        coverageMonth: z.string().nullable(),
        amount: z.number(),
        why: z.string(),
      })
      .nullable()
      .describe('The line; null: the whole statement.'),
    isOpen: z.boolean().describe('False once the office has closed it, until the agent writes again.'),
    messages: z.array(payMessage).readonly().describe('Oldest first.'),
  })
  .meta({ id: 'PayQuestion' });
export type PayQuestion = Readonly<z.output<typeof payQuestion>>;

export interface PayMessageOrder extends Readonly<z.output<typeof newPayMessage>> {
  readonly author: string | null;
  readonly isOffice: boolean;
}

export interface QuestionKey {
  readonly accountId: string;
  readonly questionId: string;
}

export interface QuestionFilter {
  readonly runId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly isOpen?: boolean | undefined;
}

export interface NewQuestion extends RunKey {
  readonly questionId: string;
  readonly agentId: string;
  readonly lineNumber: number | null;
}

/** Threads about statements of pay. In the work of an agent all methods see the agent's own threads only. */
export interface PayQuestionStore {
  /** Lists threads: open ones first, then by their latest message. */
  list(accountId: string, filter: QuestionFilter & OffsetPosition): Promise<OffsetPage<PayQuestion>>;
  find(key: QuestionKey): Promise<PayQuestion | null>;
  /** Opens a thread. Refuses a run that did not settle with the agent, a line of somebody else, and a second thread about a line. */
  open(question: NewQuestion, message: PayMessageOrder): Promise<Refused | null>;
  write(key: QuestionKey, message: PayMessageOrder, origin: RequestOrigin): Promise<void>;
  setOpen(key: QuestionKey, isOpen: boolean, origin: RequestOrigin): Promise<void>;
}

export interface QuestionOrder extends RunKey, Readonly<Pick<z.output<typeof newPayQuestion>, 'lineNumber'>> {
  readonly agentId: string;
  readonly message: PayMessageOrder;
}

/** Asks about a line of an approved run, or about the statement. Refuses what `PayQuestionStore.open` refuses. */
export async function askAboutPay(
  questions: PayQuestionStore,
  { message, ...order }: QuestionOrder,
): Promise<PayQuestion | Refused> {
  const questionId = randomUUID();
  const refused = await questions.open({ ...order, questionId }, message);
  return refused ?? requireQuestion(questions, { accountId: order.accountId, questionId });
}

/** Writes into a thread. A repeat of its latest message adds nothing. Refuses an unknown thread, and a full one. */
export async function writeAboutPay(
  questions: PayQuestionStore,
  { message, ...key }: QuestionKey & { readonly message: PayMessageOrder },
  origin: RequestOrigin,
): Promise<PayQuestion | Refused> {
  const question = await requireQuestion(questions, key);
  if (isRefused(question)) return question;
  const last = question.messages.at(-1);
  if (last?.text === message.text && last.isOffice === message.isOffice) return question;
  if (question.messages.length >= PAY_MESSAGES_MAX)
    return refuse('conflict', `A question may have ${PAY_MESSAGES_MAX} messages.`);
  await questions.write(key, message, origin);
  return requireQuestion(questions, key);
}

/** Closes a thread, or opens it again. Refuses an unknown one. */
export async function setQuestionOpen(
  questions: PayQuestionStore,
  { isOpen, ...key }: QuestionKey & Readonly<z.output<typeof payQuestionChange>>,
  origin: RequestOrigin,
): Promise<PayQuestion | Refused> {
  const question = await requireQuestion(questions, key);
  if (isRefused(question) || question.isOpen === isOpen) return question;
  await questions.setOpen(key, isOpen, origin);
  return requireQuestion(questions, key);
}

async function requireQuestion(questions: PayQuestionStore, key: QuestionKey): Promise<PayQuestion | Refused> {
  return (await questions.find(key)) ?? unknownPayQuestion();
}
