import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DeferredStore, DueDeletions } from '../../../app/files/defer-deletions.ts';
import type {
  IdempotencyStore,
  IdempotentRequest,
  KeptReply,
  KeyReservation,
} from '../../../app/files/idempotency-store.ts';
import type { PurgePortion, Remove } from '../../../app/platform/portions.ts';
import type { SecretBox } from '../../../app/webhooks/manage-webhooks.ts';
import { IDEMPOTENCY_KEYS_KEPT_HOURS, IDEMPOTENCY_TAKE_OVER_SECONDS } from '../../../core/limits/request-limits.ts';
import { idempotencyKeys } from '../../../schema/accounts.ts';
import { files } from '../../../schema/files.ts';
import { intakeItems } from '../../../schema/intake.ts';
import { dueDeletions } from '../../../schema/operations.ts';
import type { Database, Work } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

export function createDueDeletionStore(database: Database): DueDeletions {
  return {
    mark: (store, objectKey) =>
      database.system(async (sql) => {
        await sql`insert into ${dueDeletions} (store, object_key) values (${store}, ${objectKey}) on conflict do nothing`;
      }),
    portion: (store) => (portion, remove) => database.system((sql) => sweep(sql, { store, ...portion }, remove)),
  };
}

/** Concurrent sweeps may delete the same object twice, which does no harm. */
async function sweep(
  sql: Sql,
  { store, limit, except }: { readonly store: DeferredStore } & Parameters<PurgePortion>[0],
  remove: Remove,
): Promise<number> {
  const due = await sql<{ object_key: string }[]>`
    select object_key from ${dueDeletions} d
    where store = ${store} and not object_key = any(${except}::text[]) and not exists (${namedBy(sql, store)})
    order by asked_at limit ${limit}`;
  if (due.length === 0) return 0;
  const gone = await remove(due.map(({ object_key: key }) => key));
  await sql`delete from ${dueDeletions} where store = ${store} and object_key = any(${gone}::text[])`;
  return due.length;
}

/** Selects rows that name the object. The key of a statement ends with the id of its file, which is indexed. */
function namedBy(sql: Sql, store: DeferredStore) {
  return store === 'raw'
    ? sql`
      select 1 from ${files} f
      where f.file_id = split_part(d.object_key, '/', 3)::uuid and f.object_key = d.object_key and f.raw_purged_at is null`
    : sql`select 1 from ${intakeItems} i where i.object_key = d.object_key`;
}

const keptReply: z.ZodType<KeptReply> = z.object({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});

export function createIdempotencyStore(database: Database, secretBox: SecretBox): IdempotencyStore {
  const of = <T>({ accountId }: IdempotentRequest, work: Work<T>) =>
    accountId === null ? database.system(work) : database.tenant(accountId, work);
  return {
    reserve: (request) => of(request, (sql) => reserve(sql, request, secretBox)),
    keep: (request, reservationId, reply) =>
      of(request, async (sql) => {
        await sql`
          update ${idempotencyKeys} set reply_sealed = ${secretBox.seal(JSON.stringify(reply))}
          where ${isKey(sql, request)} and claim_id = ${reservationId}`;
      }),
    release: (request, reservationId) =>
      of(request, async (sql) => {
        await sql`delete from ${idempotencyKeys} where ${isKey(sql, request)} and claim_id = ${reservationId} and reply_sealed is null`;
      }),
  };
}

const isKey = (sql: Sql, { accountId, key }: IdempotentRequest) => sql`
  account_id is not distinct from ${accountId}::uuid and key = ${key}`;

/** Reserves a key. The unique index decides: of concurrent requests exactly one inserts the key or takes it over. */
async function reserve(sql: Sql, request: IdempotentRequest, secretBox: SecretBox): Promise<KeyReservation> {
  const { accountId, key, fingerprint } = request;
  const reservationId = randomUUID();
  const reserved = await sql`
    insert into ${idempotencyKeys} as k (account_id, key, fingerprint, claim_id)
    values (${accountId}, ${key}, ${fingerprint}, ${reservationId})
    on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, claimed_at = excluded.claimed_at,
      reply_sealed = null, created_at = excluded.created_at
    where k.created_at <= clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_KEYS_KEPT_HOURS})
      or (k.reply_sealed is null and k.fingerprint = excluded.fingerprint
        and k.claimed_at <= clock_timestamp() - make_interval(secs => ${IDEMPOTENCY_TAKE_OVER_SECONDS}))
    returning 1`;
  if (reserved.length > 0) return { kind: 'reserved', reservationId };
  const [held] = await sql<{ fingerprint: string; reply_sealed: string | null }[]>`
    select fingerprint, reply_sealed from ${idempotencyKeys} where ${isKey(sql, request)}`;
  // The key was released a moment ago. The client is asked to retry, and the key is free then.
  if (held === undefined) return { kind: 'under-way' };
  if (held.fingerprint !== fingerprint) return { kind: 'other-request' };
  if (held.reply_sealed === null) return { kind: 'under-way' };
  return { kind: 'replied', reply: keptReply.parse(JSON.parse(secretBox.open(held.reply_sealed))) };
}
