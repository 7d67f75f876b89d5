import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import { rescoreFile, retractFile } from '../../../app/files/command-files.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { isRefused } from '../../../core/problem.ts';
import {
  configArbitrary,
  correctionsArbitrary,
  operationsArbitrary,
  ratesArbitrary,
} from '../../support/book-arbitraries.ts';
import { modelBook } from '../../support/book-model.ts';
import type { ModelOperation } from '../../support/book-model-operations.ts';
import type { ModelFile } from '../../support/book-model-record.ts';
import { createBook, createEngine, ENGINE_CONFIG, type Engine, ORIGIN, upload } from '../../support/engine.ts';
import { asRead, insertRates, readTables, statementCsv } from '../../support/engine-book.ts';
import { type AtMoment, faultAt, interceptedDatabase } from '../../support/engine-faults.ts';
import { listEvents, listJobs } from '../../support/engine-tables.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/**
 * Guarantee: the tables equal the model's book of the active files after any uploads, appends, replacements, retractions and rescores.
 * Their jobs run in any order, some twice, and some lose their worker, a statement or the database. The tables include the values that rows
 * remember for later months, as far as later months may be compared with them.
 */

interface Work {
  /** The index of one of the jobs accepted so far; ended jobs run again too. */
  readonly pick: number;
  readonly fault: { readonly number: number; readonly kind: 'die' | 'throw' | 'kill' } | null;
}
interface Step {
  readonly request: ModelOperation | { readonly kind: 'rescore'; readonly period: string };
  readonly works: readonly Work[];
}

const fault = fc.record({
  number: fc.integer({ min: 1, max: 45 }),
  kind: fc.constantFrom('die' as const, 'die' as const, 'throw' as const, 'kill' as const),
});
const work: fc.Arbitrary<Work> = fc.record({ pick: fc.nat(), fault: fc.option(fault, { freq: 2 }) });
const steps: fc.Arbitrary<Step[]> = operationsArbitrary.chain((operations) =>
  fc.tuple(
    ...operations.map((operation) =>
      fc.record({
        request: fc.oneof(
          { arbitrary: fc.constant(operation), weight: 8 },
          { arbitrary: fc.constant({ kind: 'rescore' as const, period: periodOf(operation) }), weight: 1 },
        ),
        works: fc.array(work, { maxLength: 2 }),
      }),
    ),
  ),
);
const history = fc.record({
  steps,
  rates: fc.oneof(fc.constant([]), ratesArbitrary),
  config: configArbitrary,
  rest: fc.infiniteStream(fc.nat()),
});

const corrected = fc.record({
  history: correctionsArbitrary,
  rates: fc.oneof(fc.constant([]), ratesArbitrary),
  productLine: fc.constantFrom('medicare', null),
});

function periodOf(operation: Step['request']): string {
  return 'file' in operation ? operation.file.period : operation.period;
}

/** The accepted operations, in order. */
interface Accepted extends AcceptedJob {
  readonly period: string;
  readonly file: ModelFile | null;
  readonly onlyFileId: string | null;
}
let at: AtMoment = async () => {};
const engine = await createEngine();
afterAll(() => engine.close());

it('ends in the book of its active files after any history', async () => {
  const faulty = engine.start({ through: (database) => interceptedDatabase(database, (moment) => at(moment)) });
  await fc.assert(
    fc.asyncProperty(history, async ({ steps: ofHistory, rates, config, rest }) => {
      const tolerance = { absolute: Number(config.toleranceAbsolute), percent: Number(config.tolerancePercent) };
      const book = await createBook(engine, { config: { ...ENGINE_CONFIG, tolerance } });
      await insertRates(engine.database, book, rates);
      const accepted: Accepted[] = [];
      for (const { request, works } of ofHistory) {
        const job = await submit(book, request, accepted);
        if (job !== null) accepted.push(job);
        for (const one of works) await runOne(faulty, accepted, one);
      }
      await finish(book, rest);
      const files = filesInForce(accepted).map(asRead);
      const model = modelBook({ files, rates, estimates: rates.length === 0, config });
      expect(viewOfScored(await readTables(engine.database, book))).toEqual(viewOfModel(model));
      expect(await firstRows(book)).toEqual(await earliestRows(book));
      expect(await goneWithoutDropping(book)).toEqual([]);
      await expectEnds(book, accepted);
    }),
    { numRuns: propertyRuns(60) },
  );
});

it('leaves each row as the same files do month by month, with its remembered values, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(corrected, async ({ history: { months, corrections }, rates, productLine }) => {
      const newBook = async () => {
        const book = await createBook(engine);
        await engine.database.system(
          (sql) => sql`update carriers set product_line = ${productLine} where carrier_id = ${book.carrierId}`,
        );
        await insertRates(engine.database, book, rates);
        return book;
      };
      const book = await newBook();
      const accepted: Accepted[] = [];
      const uploads = months.map((file) => ({ kind: 'upload' as const, file }));
      const changes = corrections.map(({ kind, period, lines }) =>
        kind === 'retract' || kind === 'rescore' ? { kind, period } : { kind, file: { period, lines } },
      );
      for (const request of [...uploads, ...changes]) {
        const job = await submit(book, request, accepted);
        if (job === null) continue;
        accepted.push(job);
        await processStatement(engine.services.worker, job.jobId);
      }
      const calm = await newBook();
      const inForce = filesInForce(accepted).toSorted((a, b) =>
        a.period < b.period ? -1 : a.period > b.period ? 1 : 0,
      );
      for (const [index, file] of inForce.entries()) {
        const kind = inForce[index - 1]?.period === file.period ? 'append' : 'upload';
        const job = await submit(calm, { kind, file }, []);
        if (job !== null) await processStatement(engine.services.worker, job.jobId);
      }
      expect(await rememberedRows(book)).toEqual(await rememberedRows(calm));
    }),
    { numRuns: propertyRuns(50) },
  );
});

/** Reads all rows of a book without the ids and fingerprints that differ from book to book. */
const rememberedRows = ({ accountId }: BookKey) =>
  engine.database.system(
    (sql) => sql<{ row: unknown }[]>`
      select to_jsonb(s)
          - '{account_id,workspace_id,carrier_id,member_ref_id,policy_ref_id,file_id,digest,chargebacks_seen}'::text[]
          || jsonb_build_object('chargebacks', array(select substr(seen, strpos(seen, '/')) from unnest(s.chargebacks_seen) seen)) as row
      from scored_rows s
      where s.account_id = ${accountId}
      order by s.period, s.member_external_id`,
  );

/** The row of each member's first appearance, from which its rows are found. It must be the member's earliest row, and exactly one. */
const firstRows = ({ accountId }: BookKey) =>
  engine.database.system(
    (sql) => sql`
      select member_ref_id, period from scored_rows where account_id = ${accountId} and period = first_seen_period
      order by member_ref_id, period`,
  );
/**
 * Members whose last row is neither red nor of the newest month. Only members who are paid once have such rows, and no member of these
 * books is.
 */
const goneWithoutDropping = ({ accountId }: BookKey) =>
  engine.database.system(
    (sql) => sql`
      select s.member_ref_id, s.period, s.status from scored_rows s
      cross join lateral (select min(period) as period from rollups where account_id = ${accountId} and period > s.period) next
      where s.account_id = ${accountId} and s.status <> 'red' and next.period is not null and not exists (
        select from scored_rows n
        where n.account_id = ${accountId} and n.period = next.period and n.member_ref_id = s.member_ref_id)`,
  );
const earliestRows = ({ accountId }: BookKey) =>
  engine.database.system(
    (sql) => sql`
      select member_ref_id, min(period) as period from scored_rows where account_id = ${accountId}
      group by member_ref_id order by member_ref_id`,
  );

async function submit(
  book: BookKey,
  request: Step['request'],
  accepted: readonly Accepted[],
): Promise<Accepted | null> {
  const period = periodOf(request);
  const uploads = accepted.filter((job) => job.period === period && job.file !== null);
  if (request.kind === 'retract' || request.kind === 'rescore') {
    const one = request.kind === 'retract' ? request.one : undefined;
    const fileId = one === undefined ? uploads.at(-1)?.fileId : uploads[one % uploads.length]?.fileId;
    if (fileId === undefined) return null;
    const command = { accountId: book.accountId, fileId, only: one !== undefined, origin: ORIGIN };
    const result = await (request.kind === 'retract' ? retractFile : rescoreFile)(engine.services.files, command);
    const onlyFileId = one === undefined ? null : fileId;
    return isRefused(result) ? null : { ...result, period, file: null, onlyFileId };
  }
  const { file, kind, one } = request;
  const mode = kind === 'upload' ? 'ingest' : kind;
  const isOne = mode === 'replace' && one !== undefined;
  const replaceFileId = (isOne ? uploads[one % uploads.length]?.fileId : null) ?? null;
  const outcome = await upload(engine, book, { period, csv: statementCsv(file), mode, replaceFileId });
  if (isRefused(outcome) || outcome.kind !== 'accepted') return null;
  return { ...outcome.job, period, file, onlyFileId: replaceFileId };
}

async function runOne(faulty: Pick<Engine, 'services'>, accepted: readonly Accepted[], { pick, fault: planned }: Work) {
  const job = accepted[pick % accepted.length];
  if (job === undefined) return;
  if (planned !== null) at = faultAt(engine.address, planned).at;
  try {
    await processStatement(faulty.services.worker, job.jobId);
  } catch {
    // The worker died, so nobody reports the error.
  } finally {
    at = async () => {};
  }
}

/** Recovers dead jobs, then runs open jobs in any order until none is left. */
async function finish(book: BookKey, rest: Iterable<number>): Promise<void> {
  const order = rest[Symbol.iterator]();
  for (;;) {
    await engine.services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });
    const open = (await listJobs(engine.database, book)).filter(({ status }) => status === 'queued');
    const job = open[Number(order.next().value) % open.length];
    if (job === undefined) return;
    await processStatement(engine.services.worker, job.jobId);
  }
}

/**
 * A second, simple implementation of the acceptance order. Jobs of files without lines fail, and the retraction of such a file removes no
 * other file.
 */
function filesInForce(accepted: readonly Accepted[]): ModelFile[] {
  let inForce: Accepted[] = [];
  for (const job of accepted) {
    if (job.mode === 'rescore' || job.file?.lines.length === 0) continue;
    if (job.mode === 'retract' && !inForce.some(({ fileId }) => fileId === job.fileId)) continue;
    const isSuperseded = ({ fileId, period }: Accepted) =>
      period === job.period && (job.onlyFileId === null || job.onlyFileId === fileId);
    if (job.mode !== 'append') inForce = inForce.filter((one) => !isSuperseded(one));
    if (job.mode !== 'retract') inForce.push(job);
  }
  return inForce.flatMap(({ file }) => file ?? []);
}

/** Asserts that every job ended as its file allows, and was reported once. */
async function expectEnds(book: BookKey, accepted: readonly Accepted[]): Promise<void> {
  const jobs = await listJobs(engine.database, book);
  const ends = accepted.map(({ jobId, file }) => `job.${file?.lines.length === 0 ? 'failed' : 'completed'} ${jobId}`);
  expect(jobs.map(({ jobId, status }) => `job.${status} ${jobId}`)).toEqual(ends);
  expect([...(await listEvents(engine.database, book))].sort()).toEqual(ends.sort());
}
