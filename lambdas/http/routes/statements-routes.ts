import { z } from '@hono/zod-openapi';
import { type DepositParts, removeDeposit, setDeposit } from '../../../app/months/manage-months.ts';
import {
  type StatementDetails,
  showStatement,
  showStatements,
  statement,
  statementDeposit,
  statements as statementGrid,
} from '../../../app/reads/show-statements.ts';
import { DEPOSIT_NOTE_CHARACTERS_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { bookQuery, type Clock, recordId, statementMonth } from '../request-fields.ts';
import { integerText, periodText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

interface StatementRouteDeps extends StatementDetails, Pick<DepositParts, 'deposits'> {
  readonly clock: Clock;
}

/** Statements: which are here, one of them, and its deposit. */
export function statementRoutes(deps: StatementRouteDeps): readonly Route[] {
  return [gridRoute(deps), getRoute(deps), setDepositRoute(deps), removeDepositRoute(deps)];
}

const tag = 'Statements';
const params = z.object({ carrierId: recordId('The carrier.'), period: periodText('The month.') });
const workspaceId = recordId('Required when the account has several.').optional();
const query = z.strictObject({ workspaceId });
const today = (clock: Clock) => clock().toISOString().slice(0, 10);

const MONTHS_MAX = 24;

function gridRoute({ statements, clock }: StatementRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/statements',
    operationId: 'listStatements',
    access: 'account:read',
    tag,
    summary: 'Which statements are here',
    description: `Carriers down, months across, newest first: received, part of it, late, failed, closed. By default the months end with the
one after the latest statement, or with the current one.`,
    link: 'statements',
    request: {
      query: z.strictObject({
        ...bookQuery,
        to: statementMonth(clock, 'The newest month.').optional(),
        months: integerText({ min: 1, max: MONTHS_MAX, description: 'How many months.' }).default(12),
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The statements.', schema: statementGrid } },
  }).handle(async ({ query: wanted }, { account }) => {
    const shown = await showStatements({ statements }, account.accountId, { ...wanted, today: today(clock) });
    return isRefused(shown) ? shown : { status: 200, body: shown };
  });
}

function getRoute({ statements, clock }: StatementRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/statements/{carrierId}/{period}',
    operationId: 'getStatement',
    access: 'account:read',
    tag,
    summary: 'One month of a carrier',
    description:
      'Every file in any state, the deposit with its difference, the closing, and what was done, in plain words.',
    request: { params, query },
    problems: ['workspace_required'],
    responses: { 200: { description: 'The statement.', schema: statement } },
  }).handle(async ({ params: key, query: named }, { account: { accountId } }) => {
    const shown = await showStatement({ statements }, { accountId, ...key, ...named }, today(clock));
    return isRefused(shown) ? shown : { status: 200, body: shown };
  });
}

const AMOUNT_MAX = 100_000_000;

const typedDeposit = z.strictObject({
  amount: z
    .number()
    .min(-AMOUNT_MAX)
    .max(AMOUNT_MAX)
    .multipleOf(0.01)
    .openapi({ description: 'In dollars and cents; below zero is money taken back.' }),
  depositedOn: z.iso.date(),
  note: z
    .string()
    .trim()
    .max(DEPOSIT_NOTE_CHARACTERS_MAX, `must not be longer than ${DEPOSIT_NOTE_CHARACTERS_MAX} characters`)
    .nullable()
    .default(null),
  workspaceId,
});

function setDepositRoute(deps: StatementRouteDeps): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/statements/{carrierId}/{period}/deposit',
    operationId: 'updateStatementDeposit',
    access: 'account:write',
    tag,
    summary: 'Write down what the bank shows',
    description:
      'One deposit for each carrier and month, with the name of whoever has signed in. A second one takes its place.',
    request: { params, json: typedDeposit },
    problems: ['workspace_required'],
    responses: { 200: { description: 'Stored.', schema: statementDeposit } },
  }).handle(async ({ params: key, json: { workspaceId: named, note, ...typed } }, request) => {
    const { accountId, person } = request.account;
    const deposit = { ...typed, note: note === '' ? null : note, author: person?.name ?? null };
    const stored = await setDeposit(deps, { accountId, ...key, workspaceId: named, deposit }, request.origin);
    return isRefused(stored) ? stored : { status: 200, body: stored };
  });
}

function removeDepositRoute(deps: StatementRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/statements/{carrierId}/{period}/deposit',
    operationId: 'deleteStatementDeposit',
    access: 'account:write',
    tag,
    summary: 'Remove a deposit',
    description: 'The audit trail keeps its amount and day.',
    request: { params, query },
    problems: ['workspace_required'],
    responses: { 204: { description: 'Removed.', schema: z.void() } },
  }).handle(async ({ params: key, query: named }, request) => {
    const { accountId } = request.account;
    const refused = await removeDeposit(deps, { accountId, ...key, ...named }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
