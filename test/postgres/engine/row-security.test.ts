import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { sqlState } from '../../../adapters/postgres/connection/database-error.ts';
import type { Sql } from '../../../adapters/postgres/connection/sql.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { addPayRun } from '../../support/pay-agency.ts';

/**
 * Guarantee: work for one account cannot see, change, delete or add a row of another account, even with a statement that names no account.
 * The test covers every table with an account, including new ones.
 */

const INSUFFICIENT_PRIVILEGE = '42501';
/** Tables whose rows nobody can delete, because they record what was done. */
const NEVER_DELETED = ['audit_entries'];
/** Tables whose rows never change their account, or never change at all. */
const NEVER_MOVED = [...NEVER_DELETED, 'carriers', 'statement_configs'];

/** Tables that the work of an account may not read at all. */
const NEVER_READ = ['report_places', 'api_tokens', 'account_windows', 'account_places'];

const engine = await createEngine();
const own = await createBook(engine);
// Both accounts have the same carrier, months and members, so that a missing condition would find rows.
const other = await createBook(engine, { carrierId: own.carrierId, config: null });
for (const book of [own, other]) {
  for (const period of ['2026-01', '2026-02'])
    await accept(engine, book, {
      period,
      csv: `Member,Amount\nA,${period === '2026-01' ? 50 : 60}\nB,1\nC,x\nBonus,7`,
    });
  await drain(engine);
  await addAccountRows(book);
}
const tables = await tablesWithAccount();
afterAll(() => engine.close());

/** Adds at least one row to each table that the engine itself does not write. */
async function addAccountRows({ accountId, workspaceId, carrierId }: BookKey): Promise<void> {
  await engine.database.system(async (sql) => {
    const personId = randomUUID();
    await sql`
      insert into people (person_id, name, email, email_verified, created_at, updated_at)
      values (${personId}, 'Dana', ${`${accountId}@people.example`}, true, now(), now())`;
    await sql`
      insert into team_members (account_id, person_id, role, invited_by) values (${accountId}, ${personId}, 'owner', 'operator')`;
    await sql`
      insert into recent_invitations (invitation_id, account_id, address_digest)
      values (${randomUUID()}, ${accountId}, ${Buffer.from(accountId)})`;
    const ownCarrierId = randomUUID();
    await sql`
      insert into carriers (carrier_id, account_id, name, slug) values (${ownCarrierId}, ${accountId}, 'Own', 'own')`;
    await sql`
      insert into statement_configs (config_id, carrier_id, account_id, version, config)
      values (${randomUUID()}, ${ownCarrierId}, ${accountId}, 1, '{}')`;
    await sql`
      insert into expected_rates (rate_id, account_id, carrier_id, source, rate_type, rate_value)
      values (${randomUUID()}, ${accountId}, ${carrierId}, 'contracted', 'flat_per_member', 50)`;
    await sql`
      insert into listed_policies (account_id, workspace_id, carrier_id, policy_key, policy_id, status)
      select ${accountId}, workspace_id, ${carrierId}, '\\x00', 'A', 'active' from workspaces
      where account_id = ${accountId} limit 1`;
    await sql`
      insert into saved_reports (report_id, account_id, name, sql)
      values (${randomUUID()}, ${accountId}, 'Own', 'select 1')`;
    await sql`
      insert into api_tokens (token_id, account_id, token_hash, scopes)
      values (${randomUUID()}, ${accountId}, ${Buffer.from(accountId)}, '{read}')`;
    await sql`insert into report_places (place_id, account_id) values (${randomUUID()}, ${accountId})`;
    await sql`
      insert into idempotency_keys (account_id, key, fingerprint, claim_id)
      values (${accountId}, 'key', 'print', ${randomUUID()})`;
    await sql`
      insert into member_aliases (account_id, workspace_id, carrier_id, alias_ref_id, member_ref_id, external_id, source)
      values (${accountId}, ${randomUUID()}, ${carrierId}, ${randomUUID()}, ${randomUUID()}, 'A2', 'manual')`;
    await sql`
      insert into member_second_ids (account_id, workspace_id, carrier_id, second_key, member_ref_id)
      values (${accountId}, ${randomUUID()}, ${carrierId}, 'A3', ${randomUUID()})`;
    await sql`
      insert into search_words (account_id, kind, word, member_ref_id, workspace_id, carrier_id, terms)
      values (${accountId}, 'word', 'own', ${randomUUID()}, ${workspaceId}, ${carrierId}, ' own')`;
    await sql`
      insert into member_notes (note_id, account_id, member_ref_id, body) values (${randomUUID()}, ${accountId}, ${randomUUID()}, 'Own')`;
    await sql`
      insert into member_contacts (account_id, member_ref_id, phone) values (${accountId}, ${randomUUID()}, '555')`;
    await sql`
      insert into statement_deposits (account_id, workspace_id, carrier_id, period, amount, deposited_on)
      values (${accountId}, ${workspaceId}, ${carrierId}, '2026-01', 1, '2026-02-01')`;
    await sql`insert into owner_news (account_id, kind, period) values (${accountId}, 'complete', '2026-01')`;
    await addMonthRows(sql, { accountId, workspaceId, carrierId });
    await addDispute(sql, { accountId, workspaceId, carrierId });
    await addLetters(sql, { accountId, workspaceId, carrierId });
    await addPayRun(sql, { accountId, text: 'Own' });
    await sql`
      insert into carrier_events (event_id, account_id, workspace_id, carrier_id, period, kind, scope_field, scope_value, scope_key,
        members, compared, amount, detail)
      values (${randomUUID()}, ${accountId}, ${workspaceId}, ${carrierId}, '2026-02', 'members_left', 'agent', 'Ann', 'ANN', 5, 5, 50, '')`;
    const deliveryId = randomUUID();
    await sql`
      insert into webhooks (webhook_id, account_id, url, events, secret_sealed)
      values (${randomUUID()}, ${accountId}, 'https://own.example', '{job.failed}', 'v1..')`;
    await sql`
      insert into webhook_deliveries (delivery_id, account_id, event, body, status)
      values (${deliveryId}, ${accountId}, 'job.failed', '{}', 'failed')`;
    await sql`
      insert into account_events (event_id, account_id, event, body) values (${randomUUID()}, ${accountId}, 'job.failed', '{}')`;
    await sql`
      insert into webhook_attempts (account_id, delivery_id, number, attempted_at, duration_ms)
      values (${accountId}, ${deliveryId}, 1, now(), 1)`;
    const name = accountId.replaceAll(/[^a-f]/g, 'z');
    await sql`
      insert into email_addresses (address_id, account_id, carrier_id, local_part)
      values (${randomUUID()}, ${accountId}, ${ownCarrierId}, ${name})`;
    await sql`
      insert into sftp_users (user_id, account_id, username, public_key)
      values (${randomUUID()}, ${accountId}, ${accountId.slice(0, 30)}, 'ssh-ed25519 AAAA')`;
    await sql`
      insert into intake_items (item_id, account_id, source, drop_id, origin, name, byte_size, outcome)
      values (${randomUUID()}, ${accountId}, 'email', ${accountId}, 'pay@own.example', 'own.csv', 1, 'rejected')`;
  });
}

async function addLetters(sql: Sql, { accountId, carrierId }: BookKey): Promise<void> {
  await sql`insert into letterheads (account_id, name) values (${accountId}, 'Own')`;
  await sql`insert into commission_departments (account_id, carrier_id, name) values (${accountId}, ${carrierId}, 'Own')`;
}

async function addDispute(sql: Sql, { accountId, workspaceId, carrierId }: BookKey): Promise<void> {
  const disputeId = randomUUID();
  await sql`
    insert into disputes (dispute_id, account_id, carrier_id, carrier_name, letter, asked_amount)
    values (${disputeId}, ${accountId}, ${carrierId}, 'Own', 'Please', 1)`;
  await sql`
    insert into dispute_rows (account_id, dispute_id, number, claim_id, workspace_id, carrier_id, member_ref_id,
      member_external_id, period, kind, certainty, ask, evidence, asked_amount, open_amount)
    values (${accountId}, ${disputeId}, 1, 'claim', ${workspaceId}, ${carrierId}, ${randomUUID()}, 'A', '2026-01',
      'underpaid', 'contracted', 'Please', '[]', 1, 1)`;
}

async function addMonthRows(sql: Sql, { accountId, workspaceId, carrierId }: BookKey): Promise<void> {
  const month = [accountId, workspaceId, carrierId].map((id) => sql`${id}, `);
  await sql`insert into expected_files (account_id, carrier_id, files) values (${accountId}, ${carrierId}, 2)`;
  await sql`
    insert into drop_off_settings (account_id, carrier_id, sftp_on_existing) values (${accountId}, ${carrierId}, 'append')`;
  await sql`
    insert into book_months (account_id, workspace_id, carrier_id, period, files_received, files_expected, known, is_open)
    values (${month} '2026-02', 1, 2, 'set', true)`;
  await sql`
    insert into closed_months (account_id, workspace_id, carrier_id, period, closed_by, member_count, red, gross_amount,
      chargeback_amount, commission_owed)
    values (${month} '2026-01', 'operator', 2, 0, 51, 0, 0)`;
  await sql`
    insert into month_adjustments (adjustment_id, account_id, workspace_id, carrier_id, period, member_count, red, gross_amount,
      chargeback_amount, commission_owed)
    values (${randomUUID()}, ${month} '2026-01', 1, 0, 1, 0, 0)`;
}

async function tablesWithAccount(): Promise<readonly string[]> {
  const rows = await engine.database.system(
    (sql) => sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

const refusedWith = async (work: Promise<unknown>) =>
  work.then(
    (result) => result,
    (error: unknown) => sqlState(error) ?? String(error),
  );

describe('a table that has an account', () => {
  const swept = () => tables.filter((table) => !NEVER_READ.includes(table));

  it('has rows of both accounts, so that the other tests can fail', async () => {
    expect(tables.length).toBeGreaterThanOrEqual(15);
    for (const table of swept()) {
      const rows = await engine.database.system((sql) =>
        sql.unsafe(`select distinct account_id from ${table} where account_id = any($1::uuid[])`, [
          [own.accountId, other.accountId],
        ]),
      );
      expect([table, rows.length]).toEqual([table, 2]);
    }
  });

  it('shows no row of another account', async () => {
    for (const table of swept()) {
      const rows = await engine.database.tenant(own.accountId, (sql) =>
        sql.unsafe<{ account_id: string | null }[]>(`select distinct account_id from ${table}`),
      );
      const seen = rows.map((row) => row.account_id).filter((accountId) => accountId !== null);
      expect([table, seen]).toEqual([table, [own.accountId]]);
    }
  });

  it('lets no row of another account be changed', async () => {
    for (const table of swept()) {
      const changed = await refusedWith(
        rolledBack((sql) =>
          sql.unsafe(`update ${table} set account_id = account_id where account_id is not null returning account_id`),
        ),
      );
      expect([table, changed]).toEqual([table, NEVER_MOVED.includes(table) ? INSUFFICIENT_PRIVILEGE : [own.accountId]]);
    }
  });

  it('lets no row of another account be deleted, and no shared row', async () => {
    for (const table of swept()) {
      const deleted = await refusedWith(
        rolledBack((sql) =>
          sql.unsafe(`delete from ${table} where account_id is distinct from $1 returning account_id`, [own.accountId]),
        ),
      );
      expect([table, deleted]).toEqual([table, NEVER_DELETED.includes(table) ? INSUFFICIENT_PRIVILEGE : []]);
    }
  });

  it('lets no shared row be changed or taken over', async () => {
    for (const statement of [
      'update carriers set account_id = $1 where account_id is null',
      'update carriers set name = $1 where account_id is null',
      'update statement_configs set account_id = $1 where account_id is null',
      "update statement_configs set config = '{}' where account_id is null or account_id::text = $1",
    ]) {
      const changed = engine.database.tenant(own.accountId, (sql) => sql.unsafe(statement, [own.accountId]));
      expect([statement, await refusedWith(changed)]).toEqual([statement, INSUFFICIENT_PRIVILEGE]);
    }
  });

  it('lets no row be given to another account', async () => {
    for (const table of swept()) {
      const outcome = await refusedWith(
        engine.database.tenant(own.accountId, (sql) =>
          sql.unsafe(`update ${table} set account_id = $1 where account_id = $2`, [other.accountId, own.accountId]),
        ),
      );
      expect([table, outcome]).toEqual([table, INSUFFICIENT_PRIVILEGE]);
    }
  });

  /** Returns the accounts whose rows a statement changes, and rolls the change back. */
  async function rolledBack(touch: (sql: Sql) => Promise<readonly { readonly account_id?: unknown }[]>) {
    const accounts = new Set<unknown>();
    class RolledBack extends Error {}
    await engine.database
      .tenant(own.accountId, async (sql) => {
        for (const row of await touch(sql)) accounts.add(row.account_id);
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return [...accounts];
  }
});

describe('work of an account', () => {
  it.each([...NEVER_READ, 'dead_letters', 'task_runs', 'queue_messages', 'due_deletions', 'token_windows'])(
    'never reads %s',
    async (table) => {
      const reading = engine.database.tenant(own.accountId, (sql) => sql.unsafe(`select 1 from ${table}`));
      expect(await refusedWith(reading)).toBe(INSUFFICIENT_PRIVILEGE);
    },
  );

  it('sees nothing if its account is not set', async () => {
    const rows = await engine.database.tenant(own.accountId, async (sql) => {
      await sql`select set_config('app.account_id', '', true)`;
      return sql`select 1 from jobs`;
    });
    expect(rows).toHaveLength(0);
  });

  it('leaves no account on its connection', async () => {
    const small = engine.start({ poolSize: 1 });
    await small.database.tenant(own.accountId, (sql) => sql`select 1`);
    const seen = await small.database.tenant(
      other.accountId,
      (sql) => sql<{ account_id: string }[]>`select distinct account_id from jobs`,
    );
    expect(seen.map((row) => row.account_id)).toEqual([other.accountId]);
  });
});
