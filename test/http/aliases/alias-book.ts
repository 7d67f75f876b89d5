import { expect } from 'vitest';
import { z } from 'zod';
import type { ModelPeriod } from '../../support/book-model.ts';
import { type ModelLine, normalised } from '../../support/book-model-record.ts';
import { statement, type TestAccount, type TestService } from '../../support/service.ts';
import { modelRows } from '../comparisons/comparisons.ts';
import {
  aliases,
  changes,
  chargebacks,
  comparison,
  deltas,
  everyAnswer,
  journeyOf,
  linesOf,
  members,
  proposals,
  type References,
  results,
  timelineOf,
  totalsOf,
  warningsOf,
} from './alias-answers.ts';
import {
  type AliasState,
  aliasesOf,
  bookOf,
  filesOf,
  link,
  membersOf,
  newState,
  printedLines,
  type Upload,
  unlink,
} from './alias-model.ts';
import {
  changesView,
  chargebacksView,
  comparedBook,
  deltaView,
  journeyView,
  latestRows,
  latestView,
  linesView,
  rowsOf,
  scoreView,
  timelineView,
  totalsView,
} from './alias-views.ts';
import { accept, loadAndContinue, proposalsOf, redo, retractAndContinue, undo } from './proposal-model.ts';

/** Sends the same requests to a book of the service and to one of the model, and compares the answers. */

export type Operation =
  | { readonly kind: 'load'; readonly period: string; readonly upload: Upload }
  | { readonly kind: 'retract' | 'accept' | 'undo' | 'redo'; readonly period: string }
  | AliasOperation
  /** Unlinks an existing link. */
  | { readonly kind: 'unlinkMade'; readonly at: number };

interface AliasOperation {
  readonly kind: 'link' | 'unlink';
  readonly member: string;
  readonly externalId: string;
}

export interface AliasBook {
  readonly service: TestService;
  readonly account: TestAccount;
  readonly carrierId: string;
  readonly state: AliasState;
  readonly references: References;
  /** The ids of the file that counts in each month, and of its job. */
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
  if (operation.kind === 'load') await performLoad(book, operation.period, operation.upload);
  else if (operation.kind === 'unlinkMade') await performUnlinkMade(book, operation.at);
  else if (!('period' in operation)) await performAlias(book, operation);
  else if (operation.kind === 'retract') await performRetract(book, operation.period);
  else await performMonth(book, operation.kind, operation.period);
  await compareMonths(book);
}

async function performLoad({ state, carrierId, ...book }: AliasBook, period: string, upload: Upload): Promise<void> {
  const { replace } = upload;
  const { answer, warnings } = loadAndContinue(state, period, upload);
  const reply = await book.account.upload({ carrierId, period, file: csvOf(upload), ...(replace && { replace }) });
  expect({ period, ...answerOf(reply) }).toEqual({ period, ...answer });
  if (reply.status !== 202) return;
  const file = accepted.parse(reply.json);
  book.files.set(period, file);
  await book.service.runJobs();
  expect({ period, warnings: await warningsOf(book.account, file.jobId) }).toEqual({ period, warnings });
}

/** Links or unlinks the members who return in a month. */
async function performMonth(
  { account, carrierId, state }: AliasBook,
  kind: 'accept' | 'undo' | 'redo',
  period: string,
): Promise<void> {
  const expected = { accept, undo, redo }[kind](state, period);
  const json = { carrierId, period };
  const answer = await account.call('POST', `/v1/members/alias-proposals/${kind}`, { json });
  expect({ kind, period, ...answerOf(answer) }).toEqual({ kind, period, ...expected });
}

async function performRetract(book: AliasBook, period: string): Promise<void> {
  const file = book.files.get(period);
  if (file === undefined) return;
  retractAndContinue(book.state, period);
  book.files.delete(period);
  expect((await book.account.call('DELETE', `/v1/files/${file.fileId}`)).status).toBe(202);
  await book.service.runJobs();
}

async function performUnlinkMade(book: AliasBook, at: number): Promise<void> {
  const { links } = book.state;
  const made = links[at % links.length];
  if (made !== undefined) await performAlias(book, { kind: 'unlink', member: made.member, externalId: made.alias });
}

async function performAlias({ account, state, references }: AliasBook, operation: AliasOperation): Promise<void> {
  const { kind, member, externalId } = operation;
  const expected = (kind === 'link' ? link : unlink)(state, member, externalId);
  const path = `/v1/members/${references.get(member) ?? UNSEEN}/aliases`;
  const answer =
    kind === 'link'
      ? await account.call('POST', path, { json: { externalId } })
      : await account.call('DELETE', `${path}/${encodeURIComponent(externalId)}`);
  expect({ operation, ...answerOf(answer) }).toEqual({ operation, ...expected });
}

const answered = z.object({
  code: z.string().optional(),
  rescoredPeriods: z.number().optional(),
  members: z.number().optional(),
});

function answerOf({ status, json }: { readonly status: number; readonly json: unknown }) {
  return { status, ...answered.parse(json ?? {}) };
}

/** The new layout has one column more. */
function csvOf({ lines, layout }: Upload): string {
  const csv = statement(
    lines.map(({ member, amount, policy, memberName, effectiveDate }) => [
      member,
      amount,
      { Policy: policy ?? '', Name: memberName ?? '', Effective: effectiveDate ?? '' },
    ]),
  );
  return layout === 'old' ? csv : csv.replaceAll('\n', ',\n').replace('\n', 'Note\n').concat(',');
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
async function compareMonths(book: AliasBook): Promise<void> {
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
  for (const [period, expected] of bookOf(book.state).periods) {
    await comparePeriod(book, period, expected);
    await compareLists(book, period, expected);
    await compareProposals(book, period);
  }
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

async function compareProposals(book: AliasBook, period: string): Promise<void> {
  const { data, ...answer } = await proposals(book.account, book.carrierId, period);
  const expected = proposalsOf(book.state, period);
  const shown = named(book, data).map(({ externalId, ...row }) => ({ ...row, alias: normalised(externalId) }));
  expect({ period, ...answer, proposals: shown }).toEqual({
    period,
    returning: expected.proposals.length,
    ...expected,
  });
}

async function compareLists(book: AliasBook, period: string, expected: ModelPeriod): Promise<void> {
  const { account, state } = book;
  const shown = changesView(expected);
  const changed = await changes(account, period);
  const rows = named(book, changed.rows);
  expect({ period, rows: rows.map(({ difference: _, ...row }) => row) }).toEqual({ period, rows: shown });
  expect(rows.every(({ before, now, difference }) => Math.abs(now - before - difference) < 0.001)).toBe(true);
  for (const [kind, count] of Object.entries(changed.counts)) {
    expect({ period, kind, count }).toEqual({ period, kind, count: shown.filter((row) => row.kind === kind).length });
  }
  const takenBack = named(book, await chargebacks(account, period));
  const files = filesOf(state);
  expect({ period, takenBack: takenBack.toSorted(byPolicy) }).toEqual({
    period,
    takenBack: chargebacksView(files, membersOf(state), period).toSorted(byPolicy),
  });
  for (const from of files.map((file) => file.period).filter((one) => one < period)) {
    const compared = named(book, await comparison(account, from, period));
    const found = compared.map((row) =>
      [row.member, row.status, inCents(row.prevCommissionAmount), '→', inCents(row.commissionAmount)].join(' '),
    );
    const asked = { from, to: period, granularity: 'month' } as const;
    expect({ asked, found }).toEqual({ asked, found: modelRows(comparedBook(files), asked) });
  }
}

const inCents = (dollars: number) => Math.round(dollars * 100);

const byPolicy = (a: PolicyRow, b: PolicyRow) => (`${a.member} ${a.policyKey}` < `${b.member} ${b.policyKey}` ? -1 : 1);
interface PolicyRow {
  readonly member: string;
  readonly policyKey: string | null;
}

const PATHS = ['', '/timeline', '/aliases'];

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
  const model = bookOf(state);
  expect({ id, data }).toEqual({ id, data: timelineView(model, id) });
  const files = filesOf(state);
  const months = rowsOf(model, id).map(({ period, row }) => journeyView(files, period, row));
  expect({ id, months: await journeyOf(account, reference) }).toEqual({ id, months });
  for (const { period } of files) {
    const lines = await linesOf(account, reference, period);
    expect({ id, period, lines }).toEqual({
      id,
      period,
      lines: linesView(printedLines(state, period), files, period, id),
    });
  }
  const linked = await aliases(account, reference);
  expect({
    id,
    linked: linked.map(({ externalId, ...one }) => ({ alias: normalised(externalId), ...one })),
  }).toEqual({ id, linked: aliasesOf(state, id) });
}

const sumOf = (lines: readonly ModelLine[]) => lines.reduce((sum, { amount }) => sum + Number(amount), 0);

/** Remembers the reference of each new member under the id that a list shows first. */
function learnReferences({ references }: AliasBook, shown: Awaited<ReturnType<typeof members>>): void {
  const known = new Set(references.values());
  for (const { memberRefId, memberExternalId } of shown) {
    if (!known.has(memberRefId)) references.set(normalised(memberExternalId), memberRefId);
  }
}

/** Links two ids, undoes the link, and expects every byte as before. Returns whether the service accepted the link. */
export async function linkAndUndo(book: AliasBook, member: string, externalId: string): Promise<boolean> {
  const { account, state, references } = book;
  const reference = references.get(member);
  if (reference === undefined || !membersOf(state).includes(member)) return false;
  const shown = {
    periods: [...book.files.keys()],
    jobIds: [...book.files.values()].map(({ jobId }) => jobId),
    references: membersOf(state).flatMap((id) => references.get(id) ?? []),
  };
  const before = await everyAnswer(account, shown);
  const path = `/v1/members/${reference}/aliases`;
  const { status } = await account.call('POST', path, { json: { externalId } });
  if (status !== 201) return false;
  expect((await account.call('DELETE', `${path}/${encodeURIComponent(externalId)}`)).status).toBe(204);
  expect(await everyAnswer(account, shown)).toEqual(before);
  return true;
}
