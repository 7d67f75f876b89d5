import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { reasonIn, rowIn, score, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a term that no statement prints counts as a year until renewals after six months show otherwise. */

const SETTINGS = {
  policyTerm: true,
  cadence: [{ type: ['New', 'Renewal'], months: 12 as const }],
};
const START: Period = '2026-01';

type Statement = Record<string, readonly number[]>;

/** Makes a book in which each policy is paid 100 in the given months (0 is January), with the first day of its term. */
function bookOf(policies: Statement, months: number, endorsed: Statement = {}) {
  const files = Array.from({ length: months }, (_, at) => {
    const period = addMonths(START, at);
    const lines: ModelLine[] = Object.entries(policies).flatMap(([id, paid]) =>
      paid.includes(at)
        ? [
            line(id, '100', {
              policy: id.replace(/(?=\d)/, ' '),
              transactionType: 'Renewal',
              effectiveDate: `${period}-01`,
            }),
          ]
        : [],
    );
    for (const [id, told] of Object.entries(endorsed)) {
      const fields = { policy: id.replace(/(?=\d)/, ' '), effectiveDate: `${period}-01` };
      if (told.includes(at)) lines.push(line(id, '4', { ...fields, transactionType: 'Endorsement' }));
    }
    return file(period, ...lines, line('Z', '1'));
  });
  return score(files, SETTINGS);
}

const statusOf = (book: Awaited<ReturnType<typeof bookOf>>, month: number, id: string) =>
  rowIn(book, addMonths(START, month), id)?.status;

const termOf = (book: Awaited<ReturnType<typeof bookOf>>, month: number, id: string) =>
  signalIn(book, addMonths(START, month), 'PAID_AHEAD', id)?.detail;

describe('a term that is not printed', () => {
  it('is half a year for a policy that renews after six months, and for those of its product', async () => {
    const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [0], HO5: [0] };
    const book = await bookOf(policies, 14);
    expect(statusOf(book, 5, 'PA4')).toBe('carried');
    expect(statusOf(book, 6, 'PA4')).toBe('red');
    expect(reasonIn(book, '2026-07', 'PA4')).toContain('for the policy term to Jun 2026');
    expect(statusOf(book, 6, 'PA1')).toBe('green');
    expect(termOf(book, 6, 'PA1')).toBe('Policy term to Dec 2026; the statement does not print its end.');
    expect(statusOf(book, 12, 'PA1')).toBe('red');
    // Counter-case: no home policy was renewed early.
    expect([statusOf(book, 11, 'HO5'), statusOf(book, 12, 'HO5')]).toEqual(['carried', 'red']);
  });

  it('is learned from policies that were endorsed within the term, by the beginning of the term', async () => {
    const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [0] };
    const book = await bookOf(policies, 8, { PA1: [3], PA2: [2], PA4: [5] });
    expect(statusOf(book, 6, 'PA4')).toBe('red');
    expect(termOf(book, 6, 'PA1')).toContain('to Dec 2026');
    // Counter-case: an endorsement half a year after the beginning of the term is no renewal.
    const one = await bookOf({ PA1: [0], PA2: [0], PA3: [0], PA4: [0] }, 8, { PA1: [6], PA2: [6], PA3: [6] });
    expect(statusOf(one, 6, 'PA4')).toBe('carried');
  });

  it('stays a year for a product of which too few policies renew early', async () => {
    const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [0], PA5: [0] };
    const mixed = await bookOf(policies, 13);
    expect([statusOf(mixed, 6, 'PA4'), statusOf(mixed, 12, 'PA4')]).toEqual(['carried', 'red']);
    const two = await bookOf({ PA1: [0, 6], PA2: [0, 6], PA4: [0] }, 8);
    expect(statusOf(two, 6, 'PA4')).toBe('carried');
    // The renewal of a policy shows the term of that policy.
    expect(termOf(two, 6, 'PA1')).toContain('to Dec 2026');
  });

  it('applies to policies that begin after it was learned', async () => {
    const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [7] };
    const book = await bookOf(policies, 9);
    expect(termOf(book, 7, 'PA4')).toContain('to Jan 2027');
    expect(termOf(book, 8, 'PA4')).toBe('Policy term to Jan 2027.');
  });

  it('is described as not printed', async () => {
    const book = await bookOf({ PA1: [0] }, 1);
    expect(termOf(book, 0, 'PA1')).toBe('Policy term to Dec 2026; the statement does not print its end.');
  });
});
