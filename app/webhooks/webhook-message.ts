import { z } from 'zod';

/** A message of the webhook queue. It carries an id only (claim check); everything else is read with the lease. */
const webhookMessageSchema = z.object({ deliveryId: z.uuid() });

/** Writes the JSON body of a webhook message. */
export function webhookMessageBody(message: z.input<typeof webhookMessageSchema>): string {
  return JSON.stringify(message);
}

/** Reads the body of a message. Returns null for a malformed body, whose message is never retried. */
export function readWebhookMessage(body: string): z.output<typeof webhookMessageSchema> | null {
  try {
    return webhookMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
