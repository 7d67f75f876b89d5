/**
 * How many forms are in memory at once. A form's file is held whole, up to 15 MiB and twice that while it is put together,
 * so the number bounds what uploads can cost (goal UP-1); the others wait with their bodies unread, in turn.
 */
const FORMS_AT_ONCE = 6;

export interface Slots {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // Handed on rather than freed, so that whoever comes now can't overtake those who wait.
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}

/** Of this process. */
export const formSlots = createSlots(FORMS_AT_ONCE);
