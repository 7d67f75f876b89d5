import { z } from 'zod';

/** A message of the queue of webhooks: a claim check, everything else is read with the claim. */
const webhookMessageSchema = z.object({ deliveryId: z.uuid() });

export function webhookMessageBody(message: z.input<typeof webhookMessageSchema>): string {
  return JSON.stringify(message);
}

/** Null when the body is no such message; it will never be one, so there is nothing to retry. */
export function readWebhookMessage(body: string): z.output<typeof webhookMessageSchema> | null {
  try {
    return webhookMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
