import type { Context } from 'aws-lambda';
import { z } from 'zod';
import { type Bootstrap, bootstrapOperator, type Installation } from '../../app/accounts/bootstrap-operator.ts';

/** What whoever sets an installation up sends: `{ "accountName": "Harbor Benefits" }`. */
const eventSchema = z.strictObject({
  accountName: z.string().trim().min(1).max(200),
  email: z.email().nullable().default(null),
  tier: z.enum(['standard', 'enterprise']).default('standard'),
});

interface Refusal {
  readonly refused: string;
}

/** Called by hand, once for an installation. */
export function createBootstrapOperator(
  parts: Bootstrap,
): (event: unknown, context: Context) => Promise<Installation | Refusal> {
  return async (event, { awsRequestId }) => {
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) {
      const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`);
      return { refused: faults.join('; ') };
    }
    const { accountName: name, email, tier } = parsed.data;
    const installation = await bootstrapOperator(parts, { name, email, tier }, awsRequestId);
    return installation ?? { refused: 'There is an account already. Make others with the operator token.' };
  };
}
