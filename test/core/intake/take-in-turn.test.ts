import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeInTurn } from '../../../core/intake/sftp-folder.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a long queue does not take the places of other queues, and each queue keeps its order. */

describe('takeInTurn', () => {
  test.each([
    [
      'the first item of each queue comes before any second one',
      [['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']],
      5,
      ['a1', 'b1', 'c1', 'a2', 'c2'],
    ],
    ['a queue that is alone has everything', [['a1', 'a2'], []], 9, ['a1', 'a2']],
    [
      'a limit in the middle of a turn favours the first queues',
      [
        ['a1', 'a2'],
        ['b1', 'b2'],
      ],
      3,
      ['a1', 'b1', 'a2'],
    ],
    ['more queues than places leave the last queues without an item', [['a1'], ['b1'], ['c1']], 2, ['a1', 'b1']],
    ['empty queues give no items', [], 3, []],
    ['no places give no items', [['a1']], 0, []],
  ])('%s', (_name, queues, limit, taken) => {
    expect(takeInTurn(queues, limit)).toEqual(taken);
  });

  test('takes as many items as there are places, the first of each queue, with no queue more than one ahead of another that still waits', () => {
    const lengths = fc.array(fc.nat({ max: 30 }), { maxLength: 12 });
    fc.assert(
      fc.property(lengths, fc.nat({ max: 80 }), (of, limit) => {
        const queues = of.map((length, queue) => Array.from({ length }, (_, at) => ({ queue, at })));
        const taken = takeInTurn(queues, limit);
        expect(taken).toHaveLength(Math.min(limit, queues.flat().length));
        const had = of.map((_, own) => taken.filter(({ queue }) => queue === own));
        for (const [own, items] of had.entries()) expect(items).toEqual(queues[own]?.slice(0, items.length));
        const least = Math.min(...had.flatMap(({ length }, own) => (length < (of[own] ?? 0) ? [length] : [])));
        for (const { length } of had) expect(length).toBeLessThanOrEqual(least + 1);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
