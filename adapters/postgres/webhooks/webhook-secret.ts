import { randomBytes } from 'node:crypto';
import { eq, sql as expression } from 'drizzle-orm';
import type { SecretBox } from '../../../app/webhooks/manage-webhooks.ts';
import { SECRET_OVERLAP_HOURS } from '../../../core/limits/webhook-limits.ts';
import { accounts } from '../../../schema/accounts.ts';
import { webhooks } from '../../../schema/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

/** The length of the HMAC's digest; a longer key adds nothing. */
const SECRET_BYTES = 32;

/** Makes a new signing secret (docs/reference/webhooks.md#signatures): the text that is shown once, and its stored form. */
export function makeWebhookSecret(secretBox: SecretBox): { readonly secret: string; readonly sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: secretBox.seal(secret) };
}

/** Stores the account's callback secret. The previous one signs too for a while; the result is null when there was none. */
export async function replaceCallbackSecret(sql: Sql, accountId: string, sealed: string): Promise<string | null> {
  const { callbackSecretSealed: before } = accounts;
  const [row] = await orm(sql)
    .update(accounts)
    .set({
      callbackSecretSealed: sealed,
      previousCallbackSecretSealed: expression`${before}`,
      previousCallbackSecretUntil: expression`case when ${before} is not null
        then ${clockTime} + make_interval(hours => ${SECRET_OVERLAP_HOURS}) end`,
    })
    .where(eq(accounts.accountId, accountId))
    .returning({ until: accounts.previousCallbackSecretUntil });
  return row?.until ?? null;
}

/** Returns whether any account has a secret that only the service's own key opens. */
export async function hasSealedSecrets(database: Database): Promise<boolean> {
  const rows = await database.systemStatement(
    (sql) => sql<{ one: number }[]>`
      select 1 as one from ${webhooks}
      union all
      select 1 from ${accounts} where callback_secret_sealed is not null
      limit 1`,
  );
  return rows.length > 0;
}
