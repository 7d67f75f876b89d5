import Papa from 'papaparse';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isSpreadsheetError } from '../../core/statement/displayed-text.ts';
import { createCarrier, startHostileService } from './hostile-service.ts';
import { defused, isTidy, NAUGHTY_STRINGS, OWN_STRINGS } from './naughty-strings.ts';

/** Guarantee: unusual strings in statements return unchanged in JSON, and neutralised for a spreadsheet in CSV. */

const service = await startHostileService();
const account = await service.createAccount('Harbor Benefits');
afterAll(() => service.close());

const CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    member_name: 'Name',
    plan_name: 'Plan',
    policy_number: 'Policy',
    agent_name: 'Agent',
    email: 'Email',
  },
} as const;
const HEADER = Object.values(CONFIG.columns);

/** UTF-8 cannot hold an unpaired surrogate; NUL belongs to the encoding (see decode-text). */
const STRINGS = NAUGHTY_STRINGS.filter((text) => text.isWellFormed() && !text.includes('\0'));

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(quoted).join(',')).join('\r\n');

const resultRow = z.object({
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  planName: z.string().nullable(),
  policyNumber: z.string().nullable(),
});
type ResultRow = z.output<typeof resultRow>;
const resultPage = z.object({ data: z.array(resultRow), pagination: z.object({ hasMore: z.boolean() }) });
const accepted = z.object({ jobId: z.string() });
const jobShape = z.object({ status: z.string(), stats: z.record(z.string(), z.number()) });

async function ingest(carrierName: string, rows: readonly (readonly string[])[], config: object = CONFIG) {
  const carrierId = await createCarrier(account, carrierName, config);
  const reply = await account.upload({ file: csvOf(rows), carrierId, period: '2026-03' });
  expect(reply.status, reply.body).toBe(202);
  await service.runJobs();
  const { jobId } = accepted.parse(reply.json);
  const job = await account.call('GET', `/v1/jobs/${jobId}`);
  expect(job.json).toMatchObject({ status: 'completed' });
  return { jobId, stats: jobShape.parse(job.json).stats };
}

/** Reads every page of a job's results in JSON and in CSV. */
async function resultsOf(jobId: string): Promise<{ readonly json: ResultRow[]; readonly csv: ResultRow[] }> {
  const both: { json: ResultRow[]; csv: ResultRow[] } = { json: [], csv: [] };
  for (let offset = 0; ; offset += 200) {
    const path = `/v1/jobs/${jobId}/results?limit=200&offset=${offset}`;
    const page = resultPage.parse((await account.call('GET', path)).json);
    const text = await account.call('GET', path, { headers: { Accept: 'text/csv' } });
    both.json.push(...page.data);
    both.csv.push(...z.array(resultRow).parse(parseCsv(text.body)));
    if (!page.pagination.hasMore) return both;
  }
}

/** Parses CSV with an independent reader. */
function parseCsv(text: string): unknown[] {
  expect(text.endsWith('\r\n')).toBe(true);
  const { data, errors } = Papa.parse<unknown>(text, {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

function inCsv(row: ResultRow): ResultRow {
  const cell = (text: string | null) => defused(text ?? '');
  return {
    memberExternalId: cell(row.memberExternalId),
    memberName: cell(row.memberName),
    planName: cell(row.planName),
    policyNumber: cell(row.policyNumber),
  };
}

/** The form in which a statement's text is shown: unchanged but for surrounding white space; null for a failed formula. */
function shownName(text: string): string | null {
  return isSpreadsheetError(text) ? null : unmarked(text).trim() || null;
}

/** Removes a spreadsheet's text mark, which is `="…"` around a text, or an apostrophe before a formula or a number. */
function unmarked(text: string): string {
  return /^="([^"]*)"$/.exec(text)?.[1] ?? /^'([=+\-@].*)$/s.exec(text)?.[1] ?? text;
}

describe('unusual strings in statements', () => {
  test('as names of members, plans and agents', async () => {
    const rows = STRINGS.map((text, index) => [`M-${index}`, '1.00', text, text, `P-${index}`, text, text]);
    const { jobId, stats } = await ingest('Names', [HEADER, ...rows]);
    expect(stats).toMatchObject({ rowsTotal: rows.length, rowsIngested: rows.length, rowsFailed: 0, rowsSkipped: 0 });
    const { json, csv } = await resultsOf(jobId);
    const expected = STRINGS.map((text, index) => ({
      memberExternalId: `M-${index}`,
      memberName: shownName(text),
      planName: shownName(text),
      policyNumber: `P-${index}`,
    }));
    expect(byId(json)).toEqual(byId(expected));
    expect(csv).toEqual(json.map(inCsv));
  });

  test('as ids of members and policies are accepted unchanged, or refused and returned unchanged', async () => {
    const rows = STRINGS.map((text) => [text, '1.00', 'Ann Lee', 'Gold', text, 'Agent', 'a@x.example']);
    const { jobId, stats } = await ingest('Ids', [HEADER, ...rows]);
    const { json, csv } = await resultsOf(jobId);
    const { rowsTotal, rowsIngested = 0, rowsFailed = 0, rowsSkipped = 0 } = stats;
    expect(rowsTotal).toBe(rows.length);
    expect(rowsIngested + rowsFailed + rowsSkipped).toBe(rows.length);
    expect(rowsIngested).toBeGreaterThan(150);
    expect(csv).toEqual(json.map(inCsv));
    const shown = new Set(
      STRINGS.flatMap((text) => [text.trim(), text.trim().replace(/^'/, ''), /^="(.*)"$/.exec(text)?.[1]]),
    );
    for (const row of json) expect(shown).toContain(row.memberExternalId);
    const failed = exceptionRows((await account.call('GET', `/v1/jobs/${jobId}/exceptions`)).body);
    expect(failed).toHaveLength(rowsFailed);
    for (const { number, cells } of failed) expect(cells[0]).toBe(defused(unmarked(STRINGS[number] ?? '').trim()));
  });

  test('as headers, which the exceptions return', async () => {
    for (const part of chunks(STRINGS.filter(isHeader), 400)) {
      const header = ['Member ID', 'Commission', ...part];
      const good = ['M-1', '5.00', ...part];
      const bad = ['M-2', 'abc', ...part.toReversed()];
      const { jobId } = await ingest(`Headers ${part[0]?.length}-${part.length}`, [header, good, bad]);
      const { body } = await account.call('GET', `/v1/jobs/${jobId}/exceptions`);
      const [first, second] = Papa.parse<string[]>(body, { delimiter: ',', newline: '\r\n' }).data;
      expect(first?.slice(4)).toEqual(part.map(unmarked).map(defused));
      expect(second?.slice(4)).toEqual(part.toReversed().map(unmarked).map(defused));
    }
  });
});

test('finds members by unusual names', async () => {
  const searchable = OWN_STRINGS.filter(
    (text) => isTidy(text) && text.length <= 200 && !isSpreadsheetError(text) && unmarked(text) === text,
  );
  for (const text of searchable) {
    const reply = await account.call('GET', `/v1/members?limit=200&q=${encodeURIComponent(text)}`);
    const { data } = z.object({ data: z.array(resultRow) }).parse(reply.json);
    const fields = data.map((row) => [row.memberName, row.memberExternalId, row.policyNumber].join(' ').toLowerCase());
    expect(fields.length, text).toBeGreaterThan(0);
    for (const field of fields) expect(field).toContain(text.toLowerCase());
  }
});

test('logs no error, and every list still answers', async () => {
  for (const path of ['/v1/members', '/v1/jobs', '/v1/files', '/v1/carriers', '/v1/audit']) {
    for (const Accept of ['application/json', 'text/csv']) {
      expect((await account.call('GET', `${path}?limit=200`, { headers: { Accept } })).status).toBe(200);
    }
  }
  expect(service.faults).toEqual([]);
});

/** A header is recognised by its visible characters, and is shown without surrounding white space. */
function isHeader(text: string): boolean {
  return text !== '' && text === text.trim();
}

function byId(rows: readonly ResultRow[]): readonly ResultRow[] {
  return rows.toSorted((a, b) => Number(a.memberExternalId.slice(2)) - Number(b.memberExternalId.slice(2)));
}

function exceptionRows(body: string): { readonly number: number; readonly cells: readonly string[] }[] {
  const { data } = Papa.parse<string[]>(body, { delimiter: ',', newline: '\r\n', skipEmptyLines: true });
  return data.slice(1).map(([row = '', , ...cells]) => ({ number: indexOfRow(Number(row)), cells }));
}

/** The index of a row among the data. The nth record is row n, because line breaks inside cells do not count. */
function indexOfRow(row: number): number {
  return row - 2;
}

function chunks<T>(all: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
