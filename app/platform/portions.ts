/** The figures of one run of a scheduled task, by name. */
export type TaskCounts = Readonly<Record<string, number>>;

/** Deletes as many of these keys as it can, and returns the deleted ones. */
export type Remove = (keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Passes at most `limit` due keys, without the excepted ones, to `remove` and marks the deleted ones. Meanwhile no other run gets these
 * keys, and no job can begin to use them. Returns how many keys were due.
 */
export type PurgePortion = (
  portion: { readonly limit: number; readonly except: readonly string[] },
  remove: Remove,
) => Promise<number>;

/**
 * Runs the work for at most `atOnce` items at a time, and starts the items in order. Rejects with the first error; running work continues.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
