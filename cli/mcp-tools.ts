import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { answerOf, type CommissionClient, type Schema } from '../client/commission-client.ts';
import { ProblemError } from '../client/problem-error.ts';
import { carrierNamed } from './named-carrier.ts';
import { CommandFailure, REFUSED } from './terminal.ts';

/** The rows of an answer by default and at most, so that answers stay small. */
const ROWS = 20;
const ROWS_MAX = 50;
/** The most characters of an answer. Cells of a report may be long. */
const ANSWER_CHARACTERS_MAX = 60_000;

const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-04');
const period = month.optional().describe('The statement month, as YYYY-MM; by default the latest.');
const carrier = z.string().optional().describe('Only this carrier, by name or id.');
const limit = z.number().int().min(1).max(ROWS_MAX).default(ROWS).describe(`Rows, at most ${ROWS_MAX}.`);

/** Adds the tools, by the questions of people. Each reads only. */
export function addTools(server: McpServer, client: CommissionClient): void {
  addChangeTools(server, client);
  addMoneyTools(server, client);
  addReportTools(server, client);
}

function addChangeTools(server: McpServer, client: CommissionClient): void {
  const inputSchema = z.strictObject({ period, carrier, limit });
  server.registerTool(
    'who_left',
    {
      description:
        'Members who were paid for in the month before and are not on the statement, with the reason and the pay that is gone.',
      inputSchema,
      annotations: READS,
    },
    ({ period, carrier, limit }) => toolResult(async () => changes(client, { period, carrier, limit, kind: 'gone' })),
  );
  server.registerTool(
    'who_is_paid_less',
    {
      description:
        'Members whose pay fell in a month, most money first, each with its reason. why_is_member_paid_less explains one.',
      inputSchema,
      annotations: READS,
    },
    ({ period, carrier, limit }) =>
      toolResult(async () => changes(client, { period, carrier, limit, kind: 'paid_less' })),
  );
  server.registerTool(
    'why_is_member_paid_less',
    {
      description: `Why the pay of one member changed in a month: reason, signals, amounts expected and owed, and the statement rows of the
month and of the month that it is compared with.`,
      inputSchema: z.strictObject({
        member: z.string().min(1).describe('Name, number of the statement, or memberRefId.'),
        period,
      }),
      annotations: READS,
    },
    ({ member, period }) => toolResult(async () => explainMember(client, member, period)),
  );
}

function addMoneyTools(server: McpServer, client: CommissionClient): void {
  server.registerTool(
    'what_to_ask_for',
    {
      description: `Money to ask carriers for, each claim with its evidence: the statement rows that prove it. Only certain claims are in
recoverable; likely and to_check are worth a question.`,
      inputSchema: z.strictObject({ carrier, certainty: z.enum(['certain', 'likely', 'to_check']).optional(), limit }),
      annotations: READS,
    },
    ({ carrier, certainty, limit }) =>
      toolResult(async () => {
        const query = { ...(await carrierQuery(client, carrier)), ...(certainty && { certainty }), limit };
        return answerOf(client.api.GET('/v1/reports/recoverable', { params: { query } }));
      }),
  );
  server.registerTool(
    'what_is_late',
    {
      description:
        'Statements that are late (late), incomplete (waiting) or could not be read (failed), by carrier and month, and the day on which each was due.',
      inputSchema: z.strictObject({ carrier }),
      annotations: READS,
    },
    ({ carrier }) => toolResult(async () => missingStatements(client, carrier)),
  );
}

function addReportTools(server: McpServer, client: CommissionClient): void {
  server.registerTool(
    'example_reports',
    {
      description: 'Reports with their SQL: examples of the views and columns that run_report reads.',
      annotations: READS,
    },
    () => toolResult(() => answerOf(client.api.GET('/v1/reports/ready-made'))),
  );
  server.registerTool(
    'run_report',
    {
      description: `Runs one read-only SELECT over the report views of the account (rollups, comparisons, members, statuses and others; see
example_reports). A query that is not allowed is refused with its place. Select ids, such as member_ref_id, to cite rows.`,
      inputSchema: z.strictObject({ sql: z.string().min(1), limit }),
      annotations: READS,
    },
    ({ sql, limit }) =>
      toolResult(async () => {
        const { rows, ...result } = await answerOf(client.api.POST('/v1/reports/run', { body: { sql } }));
        return { ...result, rows: rows.slice(0, limit), rowCount: rows.length };
      }),
  );
}

/** Answers a tool with JSON. A refusal becomes an answer that the assistant can read. */
async function toolResult(work: () => Promise<unknown>) {
  try {
    const text = JSON.stringify(await work());
    if (text.length > ANSWER_CHARACTERS_MAX) {
      const most = `An answer has ${ANSWER_CHARACTERS_MAX} characters at most, and this one has ${text.length}.`;
      throw new CommandFailure(REFUSED, `${most} Ask for fewer rows, or select fewer or shorter columns.`);
    }
    return { content: [{ type: 'text' as const, text }] };
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof CommandFailure)) throw error;
    const faults = error instanceof ProblemError ? error.fieldErrors.map(({ detail }) => detail) : [];
    const text = [...new Set([error.message, ...faults])].join(' ');
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

const carrierQuery = async (client: CommissionClient, name: string | undefined) =>
  name === undefined ? {} : { carrierId: (await carrierNamed(client, name)).id };

interface ChangesQuery {
  readonly kind: 'gone' | 'paid_less';
  readonly period: string | undefined;
  readonly carrier: string | undefined;
  readonly limit: number;
}

async function changes(client: CommissionClient, { kind, period, carrier, limit }: ChangesQuery) {
  const query = { kind, limit, ...(period && { period }), ...(await carrierQuery(client, carrier)) };
  const found = await answerOf(client.api.GET('/v1/changes', { params: { query } }));
  return {
    period: found.period,
    total: found.total,
    members: found.data.map(
      ({ memberRefId, memberName, memberExternalId, carrierName, before, now, reason, provisional }) => ({
        ...{ memberRefId, memberName, memberExternalId, carrierName, before, now, reason, provisional },
      }),
    ),
  };
}

const MEMBER_REF_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function explainMember(client: CommissionClient, wanted: string, period: string | undefined) {
  const candidates = MEMBER_REF_ID.test(wanted) ? [] : await membersNamed(client, wanted);
  const [only, ...others] = candidates;
  const memberRefId = MEMBER_REF_ID.test(wanted) ? wanted : only?.id;
  if (memberRefId === undefined) throw new CommandFailure(REFUSED, `No member is named "${wanted}".`);
  if (others.length > 0) {
    return {
      question: 'Which of these members is meant? Ask again with an id.',
      candidates: candidates.slice(0, ROWS),
    };
  }
  const params = { path: { memberRefId } };
  const { data, ...member } = await answerOf(client.api.GET('/v1/members/{memberRefId}/timeline', { params }));
  const explained = period === undefined ? data.at(-1) : data.find((each) => each.period === period);
  if (explained === undefined) return { ...member, months: data.map((each) => each.period), detail: 'No such month.' };
  const months = [explained.period, explained.comparedAgainstPeriod].filter((each) => each !== null);
  const rows = await Promise.all(months.map((each) => statementRows(client, memberRefId, each)));
  return { ...member, month: explained, statementRows: rows.flat() };
}

/** Returns the members with exactly this name or number, and without one those that are similar. */
async function membersNamed(client: CommissionClient, q: string) {
  const { data } = await answerOf(client.api.GET('/v1/search', { params: { query: { q } } }));
  const similar = data.flatMap(({ kind, id, title, memberExternalId, carrierName }) =>
    kind === 'person' && id !== null ? [{ id, title, memberExternalId, carrierName }] : [],
  );
  const isSame = (text: string | null) => text?.toLowerCase() === q.trim().toLowerCase();
  const exact = similar.filter(({ title, memberExternalId }) => isSame(title) || isSame(memberExternalId));
  return exact.length > 0 ? exact : similar;
}

async function statementRows(client: CommissionClient, memberRefId: string, period: string) {
  const params = { path: { memberRefId }, query: { period, limit: ROWS } };
  const { data } = await answerOf(client.api.GET('/v1/members/{memberRefId}/lines', { params }));
  return data.map(({ fileId, fileName, sheet, row, amount, rate, premiumAmount, transactionType, description }) => ({
    ...{ period, fileId, fileName, sheet, row, amount, rate, premiumAmount, transactionType, description },
  }));
}

const MISSING: readonly Schema<'StatementCell'>['state'][] = ['late', 'waiting', 'failed'];

async function missingStatements(client: CommissionClient, carrier: string | undefined) {
  const query = await carrierQuery(client, carrier);
  const { from, to, carriers } = await answerOf(client.api.GET('/v1/statements', { params: { query } }));
  const statements = carriers.flatMap(({ carrierId, carrierName, usual, cells }) =>
    cells
      .filter(({ state }) => MISSING.includes(state))
      .map(({ period, state, dueOn, detail }) => ({
        ...{ carrierId, carrierName, period, state, dueOn, detail, usual: usual?.words ?? null },
      })),
  );
  return { from, to, total: statements.length, statements: statements.slice(0, ROWS_MAX) };
}
