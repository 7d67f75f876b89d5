import { expect } from 'vitest';
import { z } from 'zod';
import type { ModelPeriod } from '../../support/book-model.ts';
import { type ModelLine, normalised } from '../../support/book-model-record.ts';
import { statement, type TestAccount, type TestService } from '../../support/service.ts';
import { aliases, deltas, members, type References, results, timelineOf, totalsOf } from './alias-answers.ts';
import {
  type AliasState,
  aliasesOf,
  bookOf,
  link,
  load,
  membersOf,
  newState,
  printedLines,
  retract,
  unlink,
} from './alias-model.ts';
import { deltaView, latestRows, latestView, scoreView, timelineView, totalsView } from './alias-views.ts';

/** A book of the service and the model's, to which the same requests are sent. */

export type Operation =
  | { readonly kind: 'load'; readonly period: string; readonly lines: readonly ModelLine[]; readonly replace: boolean }
  | { readonly kind: 'retract'; readonly period: string }
  | { readonly kind: 'link' | 'unlink'; readonly member: string; readonly externalId: string };

export interface AliasBook {
  readonly service: TestService;
  readonly account: TestAccount;
  readonly carrierId: string;
  readonly state: AliasState;
  readonly references: References;
  /** Of the file that counts in each month. */
  readonly files: Map<string, { readonly fileId: string; readonly jobId: string }>;
}

const accepted = z.object({ fileId: z.string(), jobId: z.string() });
/** The reference of an id that no answer has shown. */
const UNSEEN = '00000000-0000-4000-8000-000000000000';

export async function startBook(service: TestService): Promise<AliasBook> {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  const json = { carrierId, rateType: 'flat_per_member', rateValue: 50 };
  expect((await account.call('POST', '/v1/expected-rates', { json })).status).toBe(201);
  return { service, account, carrierId, state: newState(), references: new Map(), files: new Map() };
}

/** Sends the request, expects the model's answer, and compares the book. */
export async function perform(book: AliasBook, operation: Operation): Promise<void> {
  const { kind } = operation;
  if (kind === 'load') await performLoad(book, operation);
  else if (kind === 'retract') await performRetract(book, operation.period);
  else await performAlias(book, operation);
  await compareMonths(book);
}

async function performLoad(book: AliasBook, operation: Extract<Operation, { kind: 'load' }>): Promise<void> {
  const { period, lines, replace } = operation;
  const expected = load(book.state, { period, lines }, { replace });
  const { carrierId } = book;
  const answer = await book.account.upload({ carrierId, period, file: csvOf(lines), ...(replace && { replace }) });
  expect({ operation, ...answerOf(answer) }).toEqual({ operation, ...expected });
  if (answer.status !== 202) return;
  book.files.set(period, accepted.parse(answer.json));
  await book.service.runJobs();
}

async function performRetract(book: AliasBook, period: string): Promise<void> {
  const file = book.files.get(period);
  if (file === undefined) return;
  retract(book.state, period);
  book.files.delete(period);
  expect((await book.account.call('DELETE', `/v1/files/${file.fileId}`)).status).toBe(202);
  await book.service.runJobs();
}

async function performAlias(
  { account, state, references }: AliasBook,
  operation: Extract<Operation, { kind: 'link' | 'unlink' }>,
): Promise<void> {
  const { kind, member, externalId } = operation;
  const expected = (kind === 'link' ? link : unlink)(state, member, externalId);
  const path = `/v1/members/${references.get(member) ?? UNSEEN}/aliases`;
  const answer =
    kind === 'link'
      ? await account.call('POST', path, { json: { externalId } })
      : await account.call('DELETE', `${path}/${encodeURIComponent(externalId)}`);
  expect({ operation, ...answerOf(answer) }).toEqual({ operation, ...expected });
}

const answered = z.object({ code: z.string().optional(), rescoredPeriods: z.number().optional() });

function answerOf({ status, json }: { readonly status: number; readonly json: unknown }) {
  return { status, ...answered.parse(json ?? {}) };
}

function csvOf(lines: readonly ModelLine[]): string {
  return statement(lines.map(({ member, amount, policy }) => [member, amount, { Policy: policy ?? '' }]));
}

type Row = { readonly memberRefId: string };

/** The rows with the member's id in place of its reference, in the order of ids. */
function named<R extends Row>({ references }: AliasBook, rows: readonly R[]) {
  const idOf = new Map([...references].map(([id, reference]) => [reference, id]));
  return rows
    .map(({ memberRefId, ...row }) => ({ member: idOf.get(memberRefId) ?? memberRefId, ...row }))
    .toSorted(byMember);
}

const byMember = (a: { readonly member: string }, b: { readonly member: string }) => (a.member < b.member ? -1 : 1);

/** Compares the members and the sums of every month. */
export async function compareMonths(book: AliasBook): Promise<void> {
  const { account, state } = book;
  const model = bookOf(state);
  const shown = await members(account);
  learnReferences(book, shown);
  expect(named(book, shown).map(({ memberExternalId: _, ...row }) => row)).toEqual(
    latestRows(model).map(latestView).toSorted(byMember),
  );
  for (const [period, expected] of model.periods) {
    const totals = totalsView(expected);
    expect({ period, totals: await totalsOf(account, period) }).toEqual({ period, totals });
    expect(totals.paidNet).toBe(sumOf(printedLines(state, period)));
  }
}

/** Compares every answer about the book. */
export async function compareBook(book: AliasBook): Promise<void> {
  await compareMonths(book);
  for (const [period, expected] of bookOf(book.state).periods) await comparePeriod(book, period, expected);
  for (const id of book.references.keys()) await compareMember(book, id);
}

async function comparePeriod(book: AliasBook, period: string, expected: ModelPeriod): Promise<void> {
  const jobId = book.files.get(period)?.jobId ?? '';
  const rows = named(book, await results(book.account, jobId));
  expect({ period, rows }).toEqual({
    period,
    rows: expected.rows.map((row) => ({ member: row.member, ...scoreView(row) })),
  });
  const moved = named(book, await deltas(book.account, jobId));
  expect({ period, moved: moved.toSorted(byField) }).toEqual({
    period,
    moved: expected.deltas.map(deltaView).toSorted(byField),
  });
}

const byField = (a: DeltaView, b: DeltaView) => (`${a.member} ${a.field}` < `${b.member} ${b.field}` ? -1 : 1);
type DeltaView = Pick<ReturnType<typeof deltaView>, 'member' | 'field'>;

const PATHS = ['', '/timeline', '/aliases', '/journey', '/last-seen', '/lines?period=2026-01'];

async function compareMember({ account, state, references }: AliasBook, id: string): Promise<void> {
  const reference = references.get(id) ?? '';
  if (!membersOf(state).includes(id)) {
    for (const path of PATHS) {
      const { status } = await account.call('GET', `/v1/members/${reference}${path}`);
      expect({ id, path, status }).toEqual({ id, path, status: 404 });
    }
    return;
  }
  const data = await timelineOf(account, reference);
  expect({ id, data }).toEqual({ id, data: timelineView(bookOf(state), id) });
  const linked = await aliases(account, reference);
  expect({
    id,
    linked: linked.map(({ externalId, ...one }) => ({ alias: normalised(externalId), ...one })),
  }).toEqual({ id, linked: aliasesOf(state, id).map((alias) => ({ alias, source: 'manual', period: null })) });
}

const sumOf = (lines: readonly ModelLine[]) => lines.reduce((sum, { amount }) => sum + Number(amount), 0);

/** Every id keeps the reference under which a list has shown it first. */
function learnReferences({ references }: AliasBook, shown: Awaited<ReturnType<typeof members>>): void {
  const known = new Set(references.values());
  for (const { memberRefId, memberExternalId } of shown) {
    if (!known.has(memberRefId)) references.set(normalised(memberExternalId), memberRefId);
  }
}
