import { z } from 'zod';
import type { Login } from '../postgres/connection/connection.ts';
import type { SecretSource } from './secrets-manager.ts';

/** As RDS and its rotation write it, with more fields that are not needed here. */
const secretSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** What a database secret says. */
export async function readCredentials(secrets: SecretSource, arn: string): Promise<Credentials> {
  return parseCredentials(await secrets.read(arn));
}

/** A login whose password is read from its secret, and read anew when the server refuses it: a rotation costs no request. */
export function secretLogin(
  secrets: SecretSource,
  { user, arn }: { readonly user: string; readonly arn: string },
): Login {
  let given: string | null = null;
  let refused: string | null = null;
  return {
    user,
    async password() {
      given = refused === null ? await secrets.read(arn) : await secrets.readAfterRefusal(arn, refused);
      refused = null;
      return parseCredentials(given).password;
    },
    refused() {
      refused = given;
    },
  };
}

/** What the text of a database secret says. */
export function parseCredentials(text: string): Credentials {
  const parsed = secretSchema.safeParse(jsonOf(text));
  // Not the parser's words: they may quote the secret.
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
