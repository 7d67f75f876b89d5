import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { asOwner, createEmptyDatabase, type TestDatabase } from '../../support/postgres.ts';
import { breaksBetween, type SchemaSnapshot, takeSnapshot } from './schema-snapshot.ts';

/**
 * Guarantee: migrations run before the new code, so the code of the earlier release works on the new schema: everything that it reads,
 * calls or may do still exists, and no row that it writes is refused.
 */

const MIGRATIONS = fileURLToPath(new URL('../../../schema/migrations/', import.meta.url));

/** Removals and restrictions by migrations that are allowed, with the reason why no release is affected. */
const ALLOWED: readonly { readonly file: string; readonly what: RegExp; readonly because: string }[] = [];

/** Rules that replace a narrower rule, or concern a new column. They accept every row that the earlier code writes. */
const WIDER_RULES: readonly { readonly file: string; readonly what: RegExp }[] = [
  { file: '0141-counties.sql', what: /^rule carrier_events: CHECK .*scope_field.* is new$/ },
  { file: '0175-shared-findings.sql', what: /^rule carrier_events: CHECK .*scope_field.* is new$/ },
  { file: '0175-shared-findings.sql', what: /^rule carrier_events: CHECK .*kind.* is new$/ },
  { file: '0240-agent-records.sql', what: /^rule team_members: CHECK .*agent_record_id.* is new$/ },
  { file: '0240-agent-records.sql', what: /^rule team_members: FOREIGN KEY .*agent_record_id.* is new$/ },
  { file: '0292-pay-events-and-views.sql', what: /^rule outbox: CHECK .*topic.* is new$/ },
  { file: '0280-members-of-agents.sql', what: /^rule search_words: CHECK .*kind.* is new$/ },
  { file: '0400-moved-accounts.sql', what: /^rule accounts: CHECK .*status.* is new$/ },
  // Keys that name the account as well: what they refuse, the keys without it refused.
  {
    file: '0310-parts-by-account.sql',
    what: /^rule statement_lines: .*\(account_id, file_id, sheet, row_number\) is new$/,
  },
  { file: '0310-parts-by-account.sql', what: /^rule deltas: .*\(account_id, workspace_id, .*field\) is new$/ },
  {
    file: '0310-parts-by-account.sql',
    what: /^rule scored_rows: CREATE UNIQUE INDEX ON ONLY .*\(account_id, .*\) is new$/,
  },
];

let database: TestDatabase;
let folder: string;
let files: readonly string[];
const snapshots = new Map<string, SchemaSnapshot>();
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) {
    await cp(join(MIGRATIONS, file), join(folder, file));
    await migrate(database.address, folder);
    snapshots.set(file, await asOwner(database.address, takeSnapshot));
  }
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const snapshotOf = (file: string): SchemaSnapshot => {
  const snapshot = snapshots.get(file);
  if (snapshot === undefined) throw new Error(`${file} was not applied`);
  return snapshot;
};

it('only adds in every migration after the first, except for the allowed changes', () => {
  const breaks = files.slice(1).flatMap((file, index) => {
    const found = breaksBetween(snapshotOf(files[index] ?? ''), snapshotOf(file));
    return found.map((what) => ({ file, what }));
  });
  const isAllowed = (fault: (typeof breaks)[number]) =>
    [...ALLOWED, ...WIDER_RULES].some(({ file, what }) => file === fault.file && what.test(fault.what));
  expect(breaks.filter((fault) => !isAllowed(fault))).toEqual([]);
  for (const { file, what } of [...ALLOWED, ...WIDER_RULES]) {
    expect(
      breaks.some((fault) => fault.file === file && what.test(fault.what)),
      `${file}: ${what}`,
    ).toBe(true);
  }
});

it('requires that every migration with a removal declares since which code the removal is no loss', async () => {
  for (const { file } of ALLOWED) {
    const [declaration] = (await readFile(join(MIGRATIONS, file), 'utf8')).split('\n');
    expect(declaration, file).toMatch(/^-- compatible with the code before: since \d{4}$/);
  }
});

describe('the comparison', () => {
  it.each([
    ['alter table jobs drop column error_code', 'column jobs.error_code is gone'],
    ['alter table jobs rename column error_code to code', 'column jobs.error_code is gone'],
    [
      'alter table carrier_groups alter column slug type varchar(10)',
      'column carrier_groups.slug was text and is character varying(10)',
    ],
    ['alter table jobs alter column error set not null', 'column jobs.error has to be given'],
    ['alter table audit_entries add column reason text not null', 'column audit_entries.reason has to be given'],
    ['alter table jobs add check (attempts < 3)', 'rule jobs: CHECK ((attempts < 3)) is new'],
    ['create unique index on jobs (error)', 'rule jobs: CREATE UNIQUE INDEX ON public.jobs USING btree (error) is new'],
    [
      'create unique index on carriers (slug)',
      'rule carriers: CREATE UNIQUE INDEX ON public.carriers USING btree (slug) is new',
    ],
    ['revoke insert on jobs from cas_service', 'right cas_service INSERT public.jobs.status is gone'],
    ['drop table queue_messages cascade', 'column queue_messages.body is gone'],
  ])('finds %s', async (statement, fault) => {
    const before = snapshotOf(files.at(-1) ?? '');
    const after = await asOwner(database.address, async (sql) => {
      await sql.unsafe('begin');
      await sql.unsafe(statement);
      const changed = await takeSnapshot(sql);
      await sql.unsafe('rollback');
      return changed;
    });
    expect(breaksBetween(before, after)).toContain(fault);
  });

  it('finds nothing in optional columns, tables, rights, and keys with more columns', async () => {
    const before = snapshotOf(files.at(-1) ?? '');
    const after = await asOwner(database.address, async (sql) => {
      await sql.unsafe('begin');
      await sql.unsafe('alter table jobs add column a text, add column b int not null default 1');
      await sql.unsafe('alter table expected_rates drop constraint expected_rates_once, add column c int');
      await sql.unsafe(`alter table expected_rates add unique nulls not distinct (account_id, carrier_id, workspace_id, product_type,
        plan_code, plan_name, tier, state, effective_from, bounded_from, from_policy_month, to_policy_month, from_lives, to_lives, c)`);
      await sql.unsafe('create table more (a int primary key); grant select on more to cas_service');
      const changed = await takeSnapshot(sql);
      await sql.unsafe('rollback');
      return changed;
    });
    expect(breaksBetween(before, after)).toEqual([]);
  });
});
