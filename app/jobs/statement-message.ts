import { z } from 'zod';

/** StatementMessage, the third of the five values: a claim check. Everything else is read with the claim. */
const statementMessageSchema = z.object({
  jobId: z.uuid(),
  /** Only in a dead letter that the worker wrote after it had failed the job itself: nothing of the job is left to end. */
  jobEnded: z.boolean().default(false),
});
export type StatementMessage = z.output<typeof statementMessageSchema>;

export function statementMessageBody(message: z.input<typeof statementMessageSchema>): string {
  return JSON.stringify(message);
}

/** Null when the body is no such message; it will never be one, so there is nothing to retry. */
export function readStatementMessage(body: string): StatementMessage | null {
  try {
    return statementMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
