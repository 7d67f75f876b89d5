import { describe, expect, it } from 'vitest';
import { repeatedWarnings } from '../../../core/job/other-month.ts';
import { severalReplacedWarning, severalRetractedWarning } from '../../../core/job/period-files.ts';

/** Guarantee: the warnings of a job name the files that it replaces, retracts or repeats. */

describe('the warning about several files', () => {
  it('is absent when a retraction or a replacement concerns one file or none', () => {
    for (const names of [[], ['a.csv']]) {
      expect(severalRetractedWarning(names)).toEqual([]);
      expect(severalReplacedWarning(names)).toEqual([]);
    }
  });

  it('names each file that a retraction takes back, and the parameter that takes back one', () => {
    expect(severalRetractedWarning(['a.csv', 'b.csv'])).toEqual([
      {
        code: 'several_files_retracted',
        detail:
          'This takes back all 2 files of the month: "a.csv", "b.csv". To take back only one of several files, send only=true.',
      },
    ]);
  });

  it('names each file that an upload replaces, and the parameter that replaces one', () => {
    expect(severalReplacedWarning(['a.csv', 'b.csv'])).toEqual([
      {
        code: 'several_files_replaced',
        detail:
          'This upload replaces 2 files of the month: "a.csv", "b.csv". To replace only one of several files, send its id as replaceFileId.',
      },
    ]);
  });
});

describe('the warning about a repeated statement', () => {
  it('is absent when nothing is repeated', () => {
    expect(repeatedWarnings(null)).toEqual([]);
  });

  it.each([
    [true, 'The file is the same, byte for byte, as "jan.csv" of Jan 2026. Has it been sent again by mistake?'],
    [
      false,
      'The lines have the same members, policies, amounts and dates as those of Jan 2026 ("jan.csv"), although the file differs. Has it been sent again by mistake?',
    ],
  ])('with sameBytes %s tells bytes from lines, with the file and its month', (sameBytes, detail) => {
    expect(repeatedWarnings({ sameBytes, period: '2026-01', fileName: 'jan.csv' })).toEqual([
      { code: 'duplicate_content', detail },
    ]);
  });
});
