import { z } from 'zod';

/** The message of the statement queue. It carries an id only (claim check); everything else is read with the claim. */
const statementMessageSchema = z.object({
  jobId: z.uuid(),
  /** True only in a dead letter that the worker wrote after failing the job itself, so that the job needs no further change. */
  jobEnded: z.boolean().default(false),
});
export type StatementMessage = z.output<typeof statementMessageSchema>;

/** Writes the JSON body of a statement message. */
export function statementMessageBody(message: z.input<typeof statementMessageSchema>): string {
  return JSON.stringify(message);
}

/** Reads the body of a message. Returns null for a malformed body, whose message is never retried. */
export function readStatementMessage(body: string): StatementMessage | null {
  try {
    return statementMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
