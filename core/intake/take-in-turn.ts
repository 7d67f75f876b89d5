/**
 * The first `limit` items, the queues taking turns: the first item of each, then the second of each. However long one queue is, and
 * however often its items come back, the others have their share. Within a turn in the order of the queues.
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
