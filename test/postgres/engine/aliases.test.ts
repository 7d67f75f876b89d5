import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { createAliasStore } from '../../../adapters/postgres/members/alias-store.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { rebuildBook } from '../../../app/book/rebuild-book.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { isRefused } from '../../../core/problem.ts';
import { normaliseId } from '../../../core/statement/member-key.ts';
import { configArbitrary, filesArbitrary, ratesArbitrary } from '../../support/book-arbitraries.ts';
import { modelBook } from '../../support/book-model.ts';
import type { ModelFile } from '../../support/book-model-record.ts';
import { accept, createBook, createEngine, ENGINE_CONFIG, ORIGIN, upload } from '../../support/engine.ts';
import { asRead, insertRates, readTables, statementCsv } from '../../support/engine-book.ts';
import { asOwner } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import type { ScoredBook } from '../../support/scored-book.ts';
import { viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';
import { startService, statement } from '../../support/service.ts';

/**
 * Guarantees: a linked id gives the book that its statements would give with the member's id. An unlinked id restores the earlier book.
 * Concurrent jobs link an id once.
 */
describe('aliases', async () => {
  const engine = await createEngine();
  const workers = Array.from({ length: 4 }, () => engine.start());
  afterAll(() => engine.close());

  const history = fc.record({
    files: filesArbitrary,
    rates: fc.oneof(fc.constant([]), ratesArbitrary),
    config: configArbitrary,
    picks: fc.tuple(fc.nat(), fc.nat()),
  });

  it('makes any two ids of any book one member when linked, and two again when unlinked', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ files, rates, config, picks }) => {
        const tolerance = { absolute: Number(config.toleranceAbsolute), percent: Number(config.tolerancePercent) };
        const book = await createBook(engine, { config: { ...ENGINE_CONFIG, tolerance } });
        await insertRates(engine.database, book, rates);
        const inForce = (await ingest(book, files)).map(asRead);
        const ids = [...new Set(inForce.flatMap(({ lines }) => lines.map(({ member }) => normaliseId(member))))];
        const [member, alias] = picks.map((pick) => ids[pick % Math.max(ids.length, 1)] ?? '');
        // A book with only one id is replaced by another random book.
        fc.pre(member !== alias);
        if (member === undefined || alias === undefined) return;
        const before = await readTables(engine.database, book);
        const command = {
          accountId: book.accountId,
          memberRefId: await refOf(book, member),
          externalId: alias,
          origin: ORIGIN,
        };
        // Links the ids even if they share months, because another module decides whether that is allowed.
        const link = await aliases().link(command, () => 'link', rescore);
        expect(isRefused(link)).toBe(false);
        const joined = inForce.map((file) => ({
          ...file,
          lines: file.lines.map((line) => (normaliseId(line.member) === alias ? { ...line, member } : line)),
        }));
        const model = modelBook({ files: joined, rates, estimates: rates.length === 0, config });
        const scored = shownUnder(await readTables(engine.database, book), { alias, member });
        expect(viewOfScored(scored)).toEqual(viewOfModel(model));
        expect(isRefused(await aliases().unlink(command, rescore))).toBe(false);
        expect(viewOfScored(await readTables(engine.database, book))).toEqual(viewOfScored(before));
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('links the same other id once for two concurrent files, and the member has the lines of both', async () => {
    const columns = { ...ENGINE_CONFIG.columns, alternate_member_id: 'Second' };
    for (let round = 0; round < 6; round += 1) {
      const book = await createBook(engine, { config: { ...ENGINE_CONFIG, columns } });
      const header = 'Member,Amount,Policy,Second';
      const first = await accept(engine, book, { period: '2026-01', csv: `${header}\nA,50,P1,S1\nB,20,P9,S2` });
      await processStatement(engine.services.worker, first.jobId);
      const jobs = [
        await accept(engine, book, { period: '2026-02', csv: `${header}\nX,30,P1,S1` }),
        await accept(engine, book, { period: '2026-02', csv: `${header}\nX,20,P1,S1\nB,20,P9,S2`, mode: 'append' }),
      ];
      await Promise.all(jobs.map(({ jobId }, at) => processStatement((workers[at] ?? engine).services.worker, jobId)));
      const stored = await engine.database.system(
        (sql) => sql<{ external_id: string; source: string }[]>`
        select external_id, source from member_aliases where account_id = ${book.accountId}`,
      );
      expect([...stored]).toEqual([{ external_id: 'X', source: 'alternate_id' }]);
      const { periods } = await readTables(engine.database, book);
      const rows = periods.get('2026-02')?.scores.rows ?? [];
      expect(
        rows.map((row) => `${row.memberExternalId} ${row.status} ${row.commissionAmount / 10_000}`).sort(),
      ).toEqual(['A green 50', 'B green 20']);
    }
  });

  const aliases = () => createAliasStore(engine.database);

  const rescore: Parameters<ReturnType<typeof aliases>['unlink']>[1] = async (from, { book }) =>
    (await rebuildBook(book, from)).length;

  async function refOf({ accountId }: BookKey, member: string): Promise<string> {
    const rows = await engine.database.system(
      (sql) => sql<{ ref: string; id: string }[]>`
      select distinct member_ref_id as ref, member_external_id as id from statement_lines where account_id = ${accountId}`,
    );
    return rows.find(({ id }) => normaliseId(id) === member)?.ref ?? '';
  }

  /** The book with the member's own id in place of the linked id. */
  function shownUnder(
    book: ScoredBook,
    { alias, member }: { readonly alias: string; readonly member: string },
  ): ScoredBook {
    const periods = [...book.periods].map(([period, saved]) => {
      const rows = saved.scores.rows.map((row) =>
        normaliseId(row.memberExternalId) === alias ? { ...row, memberExternalId: member } : row,
      );
      return [period, { ...saved, scores: { ...saved.scores, rows } }] as const;
    });
    return { ...book, periods: new Map(periods) };
  }

  async function ingest(book: BookKey, files: readonly ModelFile[]): Promise<readonly ModelFile[]> {
    const read: ModelFile[] = [];
    const seen = new Set<string>();
    for (const file of files.filter(({ lines }) => lines.length > 0)) {
      const mode = seen.has(file.period) ? 'append' : 'ingest';
      const outcome = await upload(engine, book, { period: file.period, csv: statementCsv(file), mode });
      if (!('kind' in outcome) || outcome.kind !== 'accepted') continue;
      seen.add(file.period);
      await processStatement(engine.services.worker, outcome.job.jobId);
      read.push(file);
    }
    return read;
  }
});

/**
 * Guarantee: whatever the service stores, scores or reads of an account, it looks only at the part of each large table that holds the
 * account's rows.
 */
describe('parts by account', async () => {
  const service = await startService({ hasReports: true });
  afterAll(() => service.close());

  /** Accounts until the large tables have rows in three parts at least. */
  async function accountsInSeveralParts() {
    for (let made = 0; made < 3; made++) {
      const account = await service.createAccount();
      await account.load({
        carrierId: await service.createCarrier(),
        period: '2026-01',
        file: statement([
          ['X', 5],
          ['Y', 6],
        ]),
      });
    }
  }

  /** Ends all sessions, which publishes what they counted, and returns the scans of each part, by its name. */
  const scansOfParts = () =>
    asOwner(service.address, async (sql) => {
      await sql`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
      const rows = await sql<{ part: string; scans: number }[]>`
      select relname as part, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
      from pg_stat_user_tables where schemaname = 'parts'`;
      return new Map(rows.map(({ part, scans }) => [part, scans]));
    });

  test('reads of one account touch no part but its own', async () => {
    await accountsInSeveralParts();
    const before = await scansOfParts();
    expect(before.size).toBe(48);

    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account });
    const load = (period: string, rows: Parameters<typeof statement>[0], fields = {}) =>
      account.load({ carrierId, period, file: statement(rows), ...fields });
    await load('2026-01', [
      ['A', 50],
      ['B', 40],
      ['C', 30],
    ]);
    await load('2026-02', [
      ['A', 50],
      ['B', 20],
      ['D', 30],
    ]);
    await load('2026-03', [
      ['A', 51],
      ['C', 30],
      ['D', -30],
    ]);
    await load(
      '2026-02',
      [
        ['A', 50],
        ['B', 25],
        ['D', 30],
      ],
      { replace: true },
    );

    const members = z
      .object({ data: z.array(z.object({ memberRefId: z.string() })) })
      .parse((await account.call('GET', '/v1/members')).json).data;
    const answered: string[] = [];
    for (const [path, methods] of Object.entries(Object(service.document.paths))) {
      const read = Object(methods).get;
      if (read === undefined || path.includes('admin')) continue;
      const asksForMonth = JSON.stringify(read.parameters ?? []).includes('"period"');
      const asked = path
        .replace('{memberRefId}', members[0]?.memberRefId ?? '')
        .replace('{carrierId}', carrierId)
        .replace('{period}', '2026-03');
      if (asked.includes('{')) continue;
      const { status } = await account.call('GET', `${asked}${asksForMonth ? '?period=2026-03' : ''}`);
      expect([path, status < 500]).toEqual([path, true]);
      if (status === 200) answered.push(path);
    }
    expect(answered.length).toBeGreaterThan(30);
    const joined =
      "select period, count(*), sum(s.commission_amount) from statuses s join commission_lines l using (carrier_id, period) where period >= '2026-02' group by 1";
    const saved = await account.call('POST', '/v1/reports/saved', { json: { name: 'Joined', sql: joined } });
    const run = await account.call('POST', `/v1/reports/saved/${String(Object(saved.json).id)}/run`, { json: {} });
    expect([run.status, run.body]).toEqual([200, expect.stringContaining('2026-03')]);

    const after = await scansOfParts();
    const own = await asOwner(service.address, async (sql) => {
      const parts = await sql<{ part: string }[]>`
      select distinct tableoid::regclass::text as part from scored_rows where account_id = ${account.accountId}
      union select distinct tableoid::regclass::text from statement_lines where account_id = ${account.accountId}
      union select distinct tableoid::regclass::text from deltas where account_id = ${account.accountId}`;
      return parts.map(({ part }) => part.replace('parts.', ''));
    });
    expect(own).toHaveLength(3);
    const touched = [...after].filter(([part, scans]) => scans > (before.get(part) ?? 0)).map(([part]) => part);
    expect(touched.filter((part) => !own.includes(part))).toEqual([]);
    expect(touched.sort()).toEqual(own.sort());
  });

  test('each part gets its statistics and vacuums by a number of rows, however many it has', async () => {
    const parts = await asOwner(
      service.address,
      (sql) => sql<{ name: string; options: string[] | null }[]>`
      select inhrelid::regclass::text as name, c.reloptions as options
      from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent in ('statement_lines'::regclass, 'scored_rows'::regclass, 'deltas'::regclass)`,
    );
    expect(parts).toHaveLength(48);
    const byShare = parts.filter(({ options }) =>
      ['vacuum', 'vacuum_insert', 'analyze'].some((of) => !options?.includes(`autovacuum_${of}_scale_factor=0`)),
    );
    expect(byShare).toEqual([]);
  });
});
