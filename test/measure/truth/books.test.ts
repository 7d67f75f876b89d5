import { describe, expect, it, test } from 'vitest';
import { readRules, switchedOff } from '../../../measure/truth/ablation/rules-off.ts';
import { BOOKS } from '../../../measure/truth/all-books.ts';
import { FACT_KINDS, type FactKind, type TruthBook } from '../../../measure/truth/judging/truth.ts';
import { DRAWN_STATEMENTS } from '../../../measure/truth/pdf/drawn-statements.ts';
import { isSilentlyWrong, KEPT_STATEMENTS, measurePdf } from '../../../measure/truth/pdf/measure-pdfs.ts';
import { ODD_STATEMENTS } from '../../../measure/truth/pdf/odd-statements.ts';

/** Guarantee: each book is the same on every run, and its statements add up to its stated truth. */
describe('books', () => {
  const SEEDS = [1, 2];
  const books = Object.values(BOOKS).flatMap((make) =>
    SEEDS.map((seed): [string, TruthBook] => {
      const book = make(seed);
      return [`${book.name} ${seed}`, book];
    }),
  );

  it('has at least twelve kinds of book', () => {
    expect(Object.keys(BOOKS).length).toBeGreaterThanOrEqual(12);
  });

  describe.each(books)('%s', (_, book) => {
    const { deliveries, truth } = book;
    const periods = truth.periods.map(({ period }) => period);

    it('adds up to its truth, period by period', () => {
      for (const { period, paidCents, takenBackCents } of truth.periods) {
        const all = deliveries.filter((delivery) => delivery.period === period);
        const corrected = all.findLastIndex(({ mode }) => mode === 'replace');
        const files = corrected < 0 ? all : all.slice(corrected);
        expect(files.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(paidCents - takenBackCents);
        const first = corrected < 0 ? 'ingest' : 'replace';
        expect(files.map(({ mode }) => mode)).toEqual(files.map((_file, index) => (index === 0 ? first : 'append')));
      }
    });

    it('has 40 to 150 members and 6 to 14 months, in order', () => {
      expect(truth.ids.length).toBeGreaterThanOrEqual(40);
      expect(truth.ids.length).toBeLessThanOrEqual(150);
      expect(new Set(truth.ids.flat()).size).toBe(truth.ids.flat().length);
      expect(periods.length).toBeGreaterThanOrEqual(6);
      expect(periods.length).toBeLessThanOrEqual(14);
      expect(deliveries.map(({ period }) => period)).toEqual(deliveries.map(({ period }) => period).toSorted());
      expect([...new Set(deliveries.map(({ period }) => period))]).toEqual(periods);
    });

    it('has no reversed range', () => {
      for (const { atRisk, owed } of truth.periods) {
        for (const { must, may } of [atRisk, owed, truth.recoverable]) {
          expect(must).toBeGreaterThanOrEqual(0);
          expect(may).toBeGreaterThanOrEqual(must);
        }
      }
    });
  });

  it('gives the same bytes and the same truth for the same seed, and others for another seed', {
    tags: ['long'],
  }, () => {
    for (const make of Object.values(BOOKS)) {
      expect(make(3)).toEqual(make(3));
      expect(make(3).truth).not.toEqual(make(4).truth);
    }
  });

  it('has every kind of fact in some book', () => {
    const kinds = new Set<FactKind>(books.flatMap(([, { truth }]) => truth.facts.map(({ kind }) => kind)));
    expect(kinds).toEqual(new Set(FACT_KINDS));
  });
});

describe('pdfs', () => {
  test.each(DRAWN_STATEMENTS)('a drawn PDF is read whole: $name', async (statement) => {
    const measured = await measurePdf(statement);
    expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, isConfirmed: true, refusal: null });
    expect(isSilentlyWrong(measured)).toBe(false);
  });

  describe('an odd PDF is read whole, or known to be in doubt', () => {
    /** The oddities that the reader cannot read, or cannot read for certain. */
    const doubtful = new Set([
      'two amounts with 34 points for the second',
      'records of two lines',
      'a name in a text field',
      'marks of footnotes',
      'a name that goes on over the page',
      'ids that are wrapped',
      'a total that is another one',
      'no total',
    ]);

    test.each(ODD_STATEMENTS)('$name', async (statement) => {
      const measured = await measurePdf(statement);
      if (doubtful.has(statement.name)) expect(measured.confidence).toBeLessThan(0.8);
      else expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, confidence: 0.96 });
    });
  });

  describe('a PDF of another program is read whole, or known to be in doubt', () => {
    const doubtful = new Set([
      'spanning headers, CR and DB',
      'a report in two columns of a page',
      'Hebrew, Arabic and Latin names',
      'words spread by word spacing',
      'drawn letters without names',
    ]);

    test.each(KEPT_STATEMENTS)('$name, $generator', async (statement) => {
      const measured = await measurePdf(statement);
      if (doubtful.has(statement.name)) expect(measured.confidence).toBeLessThan(0.8);
      else expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, confidence: 0.96 });
    });
  });
});

describe('rules off', () => {
  const SOURCE = `export function isLate(month: string): boolean {
  return month > '2026';
}

function findGap<T>(
  months: readonly T[],
): T | null {
  return months[0] ?? null;
}

function total(): number {
  return 1;
}
`;

  test.for([
    ['isLate', 'boolean {\nreturn false;\n'],
    ['findGap', 'T | null {\nreturn null;\n'],
  ])('makes %s find nothing', ([name = '', expected]) => {
    expect(switchedOff(SOURCE, { file: 'late.ts', name })).toContain(expected);
  });

  test('refuses a rule that it cannot switch off, and says why', () => {
    expect(() => switchedOff(SOURCE, { file: 'late.ts', name: 'total' })).toThrow('total returns neither');
    expect(() => switchedOff(SOURCE, { file: 'late.ts', name: 'nobody' })).toThrow('late.ts has no function nobody');
    expect(() => readRules('core/scoring/no-such-file.ts#isLate')).toThrow('--without takes FILE#FUNCTION');
  });

  test('knows the rules of core/scoring by their files', () => {
    const rules = readRules('core/scoring/cadence.ts#isTooFar,core/scoring/due-months.ts#paysForGap');
    expect(rules.map(({ name }) => name)).toEqual(['isTooFar', 'paysForGap']);
  });
});
