import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type {
  IdempotencyStore,
  IdempotentRequest,
  KeptReply,
  KeyReservation,
} from '../../../app/files/accept-upload.ts';
import type { SecretBox } from '../../../app/webhooks/manage-webhooks.ts';
import { IDEMPOTENCY_KEYS_KEPT_HOURS, IDEMPOTENCY_TAKE_OVER_SECONDS } from '../../../core/limits/request-limits.ts';
import { idempotencyKeys } from '../../../schema/accounts.ts';
import type { Database, Work } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

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
