import { describe, expect, it } from 'vitest';
import { agreedMonths, monthsOfRows, type NamedMonth } from '../../../core/infer/named-months.ts';
import { contradictingRows, judgeMonth } from '../../../core/infer/statement-month.ts';

/** Guarantee: a file whose name, titles and rows contradict each other is a question, and ordinary distances are none. */

const named = (period: string, foundIn: NamedMonth['foundIn']): NamedMonth => ({
  ...{ period, foundIn, kind: 'statement' },
  text: period,
});
const rowsOf = (coverageMonth: string | null, count = 48, paidDate: string | null = null) =>
  Array.from({ length: count }, () => ({ coverageMonth, paidDate }));

function judge(names: readonly NamedMonth[], lines: ReturnType<typeof rowsOf>, usualDistance: number | null = null) {
  const { month, question } = judgeMonth({
    months: [...names, ...monthsOfRows(lines)],
    agreed: agreedMonths(lines, 'period'),
    usualDistance,
  });
  return { period: month?.period ?? null, question };
}

describe('the month of a statement', () => {
  it('is that of the rows, with a question, when all of them contradict the name', () => {
    expect(judge([named('2025-11', 'file_name')], rowsOf('2025-07'))).toEqual({
      period: '2025-07',
      question:
        "The file's name says Nov 2025. 48 of 48 rows are for coverage in Jul 2025. Which month is the statement for?",
    });
    // The rows of a sheet of bonuses have no month, and contradict nothing.
    const undated = [...rowsOf('2025-07', 5), ...rowsOf(null, 1)];
    expect(judge([named('2025-11', 'file_name')], undated)).toMatchObject({
      period: '2025-07',
      question: expect.stringContaining('5 of 6 rows'),
    });
    const corrected = [...rowsOf('2025-07', 46), ...rowsOf('2025-02', 2)];
    expect(judge([named('2025-11', 'file_name')], corrected)).toMatchObject({ period: '2025-07' });
    expect(judge([named('2025-11', 'file_name')], rowsOf(null, 9, '2025-07-12'))).toMatchObject({
      period: '2025-07',
      question: expect.stringContaining('paid in Jul 2025'),
    });
  });

  it('stays that of a title, with a question', () => {
    expect(judge([named('2025-11', 'title')], rowsOf('2025-07'))).toEqual({
      period: '2025-11',
      question: expect.stringContaining('A title in the file says Nov 2025.'),
    });
    const names = [named('2025-07', 'title'), named('2025-11', 'file_name')];
    expect(judge(names, rowsOf('2025-07'))).toEqual({ period: '2025-07', question: expect.any(String) });
  });

  it.each<[string, NamedMonth[], ReturnType<typeof rowsOf>, (number | null)?]>([
    ['the rows name it too', [named('2026-04', 'file_name')], rowsOf('2026-04')],
    ['the carrier pays for the month before', [named('2026-04', 'file_name')], rowsOf('2026-03')],
    ['the carrier pays in advance', [named('2026-04', 'file_name')], rowsOf('2026-05')],
    [
      'the coverage is late and the payment is of the month',
      [named('2026-04', 'file_name')],
      rowsOf('2025-12', 9, '2026-04-20'),
    ],
    [
      'the rows are of many months',
      [named('2026-04', 'file_name')],
      [...rowsOf('2025-10', 6), ...rowsOf('2026-04', 4)],
    ],
    ['the carrier has always had this distance', [named('2026-04', 'file_name')], rowsOf('2025-12'), -4],
    ['the title is a month before the name', [named('2026-03', 'title'), named('2026-04', 'file_name')], rowsOf(null)],
    ['nothing but the name has a month', [named('2026-04', 'file_name')], rowsOf(null)],
  ])('is no question when %s', (_, names, lines, usualDistance = null) => {
    expect(judge(names, lines, usualDistance)).toEqual({ period: names[0]?.period, question: null });
  });

  it('does not depend on the rows of a rolling or yearly statement', () => {
    expect(agreedMonths(rowsOf('2025-07'), 'rolling')).toEqual([]);
    expect(agreedMonths(rowsOf('2025-07'), 'ytd')).toEqual([]);
  });

  it('is contradicted by rows that agree, at an upload for another month', () => {
    const agreed = agreedMonths(rowsOf('2025-07'), 'period');
    expect(contradictingRows(agreed, '2025-11', null)).toMatchObject({ period: '2025-07' });
    expect(contradictingRows(agreed, '2025-11', -4)).toBeNull();
    expect(contradictingRows(agreed, '2025-08', null)).toBeNull();
  });
});
