/**
 * Adds the check of a new version to a handler. A deployment calls the version without an event of the handler's own kind, before it gets
 * any traffic, and is rolled back if the call fails (lib/gradual-release.ts).
 */
export function withReleaseCheck<Event extends object, Context, Result, Checked>(
  isOwn: (event: object) => event is Event,
  handler: (event: Event, context: Context) => Promise<Result>,
  check: () => Promise<Checked>,
): (event: unknown, context: Context) => Promise<Result | Checked> {
  return async (event, context) =>
    typeof event === 'object' && event !== null && isOwn(event) ? handler(event, context) : check();
}
