/**
 * Ends the reading of a query at the first thing a report may not hold, from however deep in the tree. It never leaves
 * `judgeQuery`, which makes a refusal of it.
 */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  /** Where in the text, as a byte offset; null where there is no place to name. */
  readonly location: number | null;

  /** `what` is a sentence for the analyst without its final stop: `Function pg_sleep is not available in reports`. */
  constructor(what: string, location: number | null) {
    super(what);
    this.location = location;
  }
}
