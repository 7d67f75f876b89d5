import { z } from '@hono/zod-openapi';
import {
  askAboutPay,
  newPayMessage,
  newPayQuestion,
  type PayMessageOrder,
  type PayQuestionStore,
  payQuestion,
  payQuestionChange,
  setQuestionOpen,
  writeAboutPay,
} from '../../../app/agent-pay/pay-questions.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { booleanText } from '../request-input.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';

/** Questions of agents about statements of pay: list, ask, write, close. */
export function payQuestionRoutes(questions: PayQuestionStore): readonly Route[] {
  return [listRoute(questions), askRoute(questions), writeRoute(questions), updateRoute(questions)];
}

const tag = 'Agent pay';
const params = z.object({ questionId: recordId('The question.') });

function listRoute(questions: PayQuestionStore): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/pay-questions',
    operationId: 'listPayQuestions',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: 'Questions about statements of pay',
    description: 'Open ones first, then by the latest message. People with the role agent see their own.',
    link: 'payQuestions',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        runId: recordId('Only about this run.').optional(),
        agentId: recordId('Only of this agent.').optional(),
        isOpen: booleanText('true: only open ones. false: only closed ones.').optional(),
      }),
    },
    responses: { 200: { description: 'A page of questions.', schema: offsetList(payQuestion) } },
  }).handle(async ({ query }, { account: { accountId } }) => ({
    status: 200,
    body: await questions.list(accountId, query),
  }));
}

function askRoute(questions: PayQuestionStore): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/pay-runs/{runId}/agents/{agentId}/questions',
    operationId: 'createPayQuestion',
    access: 'account:write',
    agents: 'own_members',
    effect: 'own-key',
    tag,
    summary: 'Ask about a statement of pay',
    description: `About a line of an approved run, or about the whole statement: one thread for each. An agent asks the office, and the office
may write first.`,
    request: {
      params: z.object({ runId: recordId('The pay run.'), agentId: recordId('The agent.') }),
      json: newPayQuestion,
    },
    problems: ['not_found', 'conflict'],
    responses: { 201: { description: 'The question.', schema: payQuestion } },
  }).handle(async ({ params: { runId, agentId }, json }, request) => {
    const { accountId } = request.account;
    const message = messageOf(request, json.text);
    const asked = await askAboutPay(questions, { accountId, runId, agentId, lineNumber: json.lineNumber, message });
    return isRefused(asked) ? asked : { status: 201, body: asked };
  });
}

function writeRoute(questions: PayQuestionStore): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/pay-questions/{questionId}/messages',
    operationId: 'createPayMessage',
    access: 'account:write',
    agents: 'own_members',
    effect: 'own-key',
    tag,
    summary: 'Write about a statement of pay',
    description: 'A repeat of the latest message adds nothing. A message of the agent opens a closed question again.',
    request: { params, json: newPayMessage },
    problems: ['conflict'],
    responses: { 201: { description: 'The question.', schema: payQuestion } },
  }).handle(async ({ params: { questionId }, json }, request) => {
    const { accountId } = request.account;
    const message = messageOf(request, json.text);
    const written = await writeAboutPay(questions, { accountId, questionId, message }, request.origin);
    return isRefused(written) ? written : { status: 201, body: written };
  });
}

function updateRoute(questions: PayQuestionStore): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/pay-questions/{questionId}',
    operationId: 'updatePayQuestion',
    access: 'account:write',
    tag,
    summary: 'Close a question, or open it again',
    description: 'The office says so.',
    request: { params, json: payQuestionChange },
    responses: { 200: { description: 'The question.', schema: payQuestion } },
  }).handle(async ({ params: { questionId }, json: { isOpen } }, { account: { accountId }, origin }) => {
    const changed = await setQuestionOpen(questions, { accountId, questionId, isOpen }, origin);
    return isRefused(changed) ? changed : { status: 200, body: changed };
  });
}

function messageOf({ account: { person } }: AccountRequest, written: string): PayMessageOrder {
  return { text: written, author: person?.name ?? null, isOffice: person?.role !== 'agent' };
}
