import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** The dates of an operation that will be gone (docs/reference/versions.md#deprecation), as YYYY-MM-DD. */
export interface Deprecation {
  readonly since: string;
  /** The day from which it may be gone. */
  readonly sunset: string;
}

/** Adds the headers of a deprecated operation to its answer, by RFC 9745 and RFC 8594. */
export function noteDeprecation(
  c: Context<HttpEnv>,
  { deprecated }: { readonly deprecated?: Deprecation | undefined },
): void {
  if (deprecated === undefined) return;
  c.set('headers', {
    ...c.get('headers'),
    Deprecation: `@${Date.parse(`${deprecated.since}T00:00:00Z`) / 1000}`,
    Sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString(),
  });
}
