import { z } from 'zod';

/** The input from Secrets Manager, which calls a rotation function four times per rotation. */
const rotationStep = z.object({
  SecretId: z.string().min(1),
  ClientRequestToken: z.string().min(1),
  Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
});

export interface LoginRotation {
  /** Generates a password and stores it beside the current one. */
  readonly begin: (secret: { readonly arn: string; readonly version: string }) => Promise<void>;
  /** Sets the password of the login, tests it, and makes it the current one. */
  readonly complete: (secret: { readonly arn: string; readonly version: string }) => Promise<void>;
}

/**
 * Rotates a database login (docs/reference/security.md#on-aws). The second step completes the rotation at once; otherwise the secret and
 * the database would disagree for seconds. The later steps find the rotation complete, or repeat it after a crash.
 */
export function createRotateLogin({ begin, complete }: LoginRotation) {
  return async (event: unknown): Promise<void> => {
    const { SecretId: arn, ClientRequestToken: version, Step } = rotationStep.parse(event);
    if (Step === 'createSecret') await begin({ arn, version });
    if (Step === 'setSecret' || Step === 'finishSecret') await complete({ arn, version });
  };
}
