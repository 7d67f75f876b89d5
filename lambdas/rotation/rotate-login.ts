import { z } from 'zod';

/** What Secrets Manager calls a rotation function with, four times for each rotation. */
const rotationStep = z.object({
  SecretId: z.string().min(1),
  ClientRequestToken: z.string().min(1),
  Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
});

export interface LoginRotation {
  /** Makes up a password, and keeps it beside the one that holds. */
  readonly begin: (secret: { readonly arn: string; readonly version: string }) => Promise<void>;
  /** Gives it to the login, tries it, and says that it holds from now on. */
  readonly complete: (secret: { readonly arn: string; readonly version: string }) => Promise<void>;
}

/**
 * Rotates a database login (docs/reference/security.md#on-aws). Between the second step and the fourth there would be
 * seconds in which the secret and the database disagree; so the second does what is left, at once. The last ones find
 * it done, or do it again after a crash.
 */
export function createRotateLogin({ begin, complete }: LoginRotation) {
  return async (event: unknown): Promise<void> => {
    const { SecretId: arn, ClientRequestToken: version, Step } = rotationStep.parse(event);
    if (Step === 'createSecret') await begin({ arn, version });
    if (Step === 'setSecret' || Step === 'finishSecret') await complete({ arn, version });
  };
}
