import { describe, expect, it } from 'vitest';
import { BOOKS } from '../../../measure/truth/books/all-books.ts';
import { FACT_KINDS, type FactKind, type TruthBook } from '../../../measure/truth/judging/truth.ts';

/** Guarantee: each book is the same on every run, and its statements add up to its stated truth. */

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

it('gives the same bytes and the same truth for the same seed, and others for another seed', { tags: ['long'] }, () => {
  for (const make of Object.values(BOOKS)) {
    expect(make(3)).toEqual(make(3));
    expect(make(3).truth).not.toEqual(make(4).truth);
  }
});

it('has every kind of fact in some book', () => {
  const kinds = new Set<FactKind>(books.flatMap(([, { truth }]) => truth.facts.map(({ kind }) => kind)));
  expect(kinds).toEqual(new Set(FACT_KINDS));
});
