import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASON_MAX } from '../../../../core/scoring/reason.ts';
import { SIGNAL_CODES } from '../../../../core/scoring/signal.ts';
import { bookArbitrary } from '../../../support/book-arbitraries.ts';
import type { ModelInput } from '../../../support/book-model.ts';
import { type ModelLine, normalised } from '../../../support/book-model-record.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { type BookSettings, type ScoredBook, scoredBook } from '../../../support/scored-book.ts';

/** Guarantee: in any book, findings and reasons are bounded sentences, do not depend on the order of members, and agree with the status. */

const seldom = <T>(...values: readonly T[]) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: fc.constantFrom(...values), weight: 2 });

const extras = fc.record({
  rate: seldom('0.05', '0.04'),
  coverageMonth: seldom('2025-11', '2025-12', '2026-01', '2026-02'),
  paidThrough: seldom('2026-02-28', '2026-06-30', '2099-12-31', '2026-03-01'),
  transactionType: seldom('Advance', 'advance', 'Renewal', 'True-Up', 'Override'),
});

const anyBook: fc.Arbitrary<BookSettings & Pick<ModelInput, 'files'>> = fc
  .tuple(
    bookArbitrary,
    fc.infiniteStream(extras),
    fc.constantFrom<BookSettings['cadence']>({ default: 'monthly' }, { Advance: 'calendar_year' }, { default: 3 }),
    fc.constantFrom('medicare' as const, 'group' as const),
  )
  .map(([book, stream, cadence, productLine]) => {
    const extend = (line: ModelLine): ModelLine => ({ ...line, ...stream.next().value });
    const files = book.files.map(({ period, lines }) => ({ period, lines: lines.map(extend) }));
    return { ...book, files, ...(cadence === undefined ? {} : { cadence }), productLine };
  });

const RUNS = { numRuns: propertyRuns(150), verbose: true } as const;

const rowsOf = (book: ScoredBook) => [...book.periods.values()].flatMap(({ scores }) => scores.rows);

function found(book: ScoredBook): unknown {
  return [...book.periods].map(([period, { scores }]) => [
    period,
    scores.rows
      .map(({ memberRefId, status, signals, reason, paidThrough, history }) => ({
        memberRefId,
        status,
        signals,
        reason,
        paidThrough,
        history,
      }))
      .sort((one, other) => (one.memberRefId < other.memberRefId ? -1 : 1)),
  ]);
}

/** Puts the members in another order. The lines of one member keep theirs. */
function byMember(lines: readonly ModelLine[]): ModelLine[] {
  const keys = [...new Set(lines.map(({ member }) => normalised(member)))].sort().reverse();
  return keys.flatMap((key) => lines.filter(({ member }) => normalised(member) === key));
}

describe('signals and reasons', () => {
  it('are plain sentences of bounded length, with known codes, each at most once per row', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async (input) => {
        for (const row of rowsOf(await scoredBook(input))) {
          const texts = [row.reason ?? '', ...row.signals.map(({ detail }) => detail)];
          for (const text of texts) {
            expect(text).toMatch(/^[A-Z$].*[.]$/);
            expect(text).not.toMatch(/undefined|NaN|null|\[object|Infinity| {2}/);
            expect(text.length).toBeLessThanOrEqual(REASON_MAX);
          }
          const codes = row.signals.map(({ code }) => code);
          expect(new Set(codes).size).toBe(codes.length);
          for (const { code, amount = 0 } of row.signals) {
            expect(SIGNAL_CODES).toContain(code);
            expect(amount).toBeGreaterThanOrEqual(0);
            expect(Math.abs(amount * 100 - Math.round(amount * 100))).toBeLessThan(1e-3);
          }
        }
      }),
      RUNS,
    );
  });

  it('depend neither on the order of the members nor on anything outside the input', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async (input) => {
        const files = input.files.map(({ period, lines }) => ({ period, lines: byMember(lines) }));
        const first = found(await scoredBook(input));
        expect(found(await scoredBook(input))).toEqual(first);
        expect(found(await scoredBook({ ...input, files }))).toEqual(first);
      }),
      RUNS,
    );
  });

  it('agree with the status: a carried month is never counted, and carried members are neither present nor dropped', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async (input) => {
        for (const { scores } of (await scoredBook(input)).periods.values()) {
          const counted = scores.rows.filter((row) => row.counted);
          expect(counted.every((row) => row.status !== 'carried')).toBe(true);
          expect(counted.filter((row) => row.status !== 'red').length).toBe(scores.rollup.memberCount);
          for (const row of scores.rows) {
            const isCarried = row.status === 'carried';
            if (isCarried) expect([row.flags, row.deltas, row.commissionAmount]).toEqual([[], [], 0]);
            // A member between two payments of a carrier that pays in instalments is carried too, and nobody is paid ahead.
            if (isCarried && row.paidThrough !== null)
              expect(row.signals.map(({ code }) => code)).toContain('PAID_AHEAD');
          }
        }
      }),
      RUNS,
    );
  });
});
