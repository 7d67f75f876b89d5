import { z } from 'zod';
import type { Login } from '../postgres/connection/connection.ts';
import type { SecretSource } from './secrets-manager.ts';

/** The form in which RDS and its rotation store a secret. Further fields are ignored. */
const secretSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Reads a database secret. */
export async function readCredentials(secrets: SecretSource, arn: string): Promise<Credentials> {
  return parseCredentials(await secrets.read(arn));
}

/**
 * Makes a login whose password is read from its secret, and read again when the server refuses it, so that no request fails during a
 * rotation.
 */
export function secretLogin(
  secrets: SecretSource,
  { user, arn }: { readonly user: string; readonly arn: string },
): Login {
  let lastRead: string | null = null;
  let refused: string | null = null;
  return {
    user,
    async password() {
      lastRead = refused === null ? await secrets.read(arn) : await secrets.readAfterRefusal(arn, refused);
      refused = null;
      return parseCredentials(lastRead).password;
    },
    refused() {
      refused = lastRead;
    },
  };
}

/** Parses the text of a database secret. Throws without quoting it. */
export function parseCredentials(text: string): Credentials {
  const parsed = secretSchema.safeParse(jsonOf(text));
  // The parser's own message is left out, because it may quote the secret.
  if (!parsed.success) throw new Error('A database secret holds no JSON with username and password');
  return { user: parsed.data.username, password: parsed.data.password };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
