/**
 * Takes up to `limit` items round-robin: the first of each queue, then the second of each. A long queue therefore never
 * starves the others.
 */
export function takeInTurn<Item>(queues: readonly (readonly Item[])[], limit: number): readonly Item[] {
  const taken: Item[] = [];
  let waiting = queues;
  for (let turn = 0; waiting.length > 0 && taken.length < limit; turn += 1) {
    waiting = waiting.filter((queue) => queue.length > turn);
    taken.push(...waiting.flatMap((queue) => queue.slice(turn, turn + 1)));
  }
  return taken.slice(0, limit);
}
