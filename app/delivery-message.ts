import { z } from 'zod';

/** A message of the queue of webhooks: a claim check. Everything else is read with the claim. */
const deliveryMessageSchema = z.object({ deliveryId: z.uuid() });
type DeliveryMessage = z.output<typeof deliveryMessageSchema>;

export function deliveryMessageBody(message: DeliveryMessage): string {
  return JSON.stringify(message);
}

/** Null when the body is no such message; it will never be one, so there is nothing to retry. */
export function readDeliveryMessage(body: string): DeliveryMessage | null {
  try {
    return deliveryMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
