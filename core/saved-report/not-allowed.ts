/**
 * Stops the reading of a query at the first forbidden part, however deep. `judgeQuery` catches it and returns a
 * refusal.
 */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  /** Byte offset in the text; null without a place. */
  readonly location: number | null;

  /** `what` is a sentence for the analyst without its full stop: `Function pg_sleep is not available in reports`. */
  constructor(what: string, location: number | null) {
    super(what);
    this.location = location;
  }
}
