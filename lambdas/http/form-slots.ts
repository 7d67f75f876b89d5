import { FORMS_AT_ONCE } from '../../core/limits.ts';

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
