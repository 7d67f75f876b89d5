import { describe, expect, it } from 'vitest';
import type { NamedMonth } from '../../../core/infer/named-months.ts';
import { otherMonth } from '../../../core/infer/named-months.ts';
import { otherMonthWarnings } from '../../../core/job/other-month.ts';

/** Guarantee: a job warns if its file surely names another month than that of the upload. */

const month = (period: string, foundIn: NamedMonth['foundIn'], kind: NamedMonth['kind'] = 'statement') => ({
  ...{ period, foundIn, kind },
  text: '9 of 9 rows are for coverage in Apr 2026.',
});

describe('the other month of a file', () => {
  it('is that of the surest place', () => {
    const title = month('2026-04', 'title');
    expect(otherMonth([month('2026-05', 'file_name'), title], '2026-05')).toBe(title);
    expect(otherMonth([month('2026-04', 'file_name'), month('2026-05', 'title')], '2026-05')).toBeNull();
  });

  it('is none when nothing names a month, or a surer place names the month among others', () => {
    expect(otherMonth([], '2026-05')).toBeNull();
    const sheets = [month('2026-04', 'sheet_name'), month('2026-05', 'sheet_name')];
    expect(otherMonth([...sheets, month('2026-04', 'file_name')], '2026-05')).toBeNull();
    const others = [month('2026-03', 'sheet_name'), month('2026-04', 'sheet_name')];
    expect(otherMonth([...others, month('2026-04', 'file_name')], '2026-05')).toMatchObject({ foundIn: 'file_name' });
  });
});

describe('the warning about another month', () => {
  const warn = (named: NamedMonth, earlier: Parameters<typeof otherMonthWarnings>[2] = null) =>
    otherMonthWarnings('2026-05', named, earlier);

  it('says which month was found where, and what to do', () => {
    expect(warn(month('2026-04', 'file_name'))).toEqual([
      {
        code: 'other_month',
        detail:
          "The file's name says Apr 2026. The statement was uploaded for May 2026. If that is the wrong month, retract the file and upload it for Apr 2026.",
      },
    ]);
    expect(warn(month('2026-04', 'rows', 'coverage'))[0]?.detail).toMatch(
      /^9 of 9 rows are for coverage in Apr 2026\. .* no warning\.$/,
    );
  });

  it('is absent for a payment in the month after, a title about the coverage before, and numbers that are no months', () => {
    expect(warn(month('2026-06', 'rows', 'payment'))).toEqual([]);
    expect(warn(month('2026-04', 'title', 'coverage'))).toEqual([]);
    expect(warn(month('2099-04', 'file_name'))).toEqual([]);
    expect(warn(month('2026-04', 'rows', 'payment'))).toHaveLength(1);
    expect(warn(month('2026-03', 'title', 'coverage'))).toHaveLength(1);
    expect(warn(month('2026-06', 'rows', 'coverage'))).toHaveLength(1);
    expect(warn(month('2021-05', 'file_name'))).toHaveLength(1);
    expect(warn(month('2021-04', 'file_name'))).toEqual([]);
  });

  it('is absent when the rows of an earlier statement are as far away', () => {
    const rows = (coverageMonth: string) => [{ coverageMonth, paidDate: null }];
    const named = month('2026-04', 'rows', 'coverage');
    expect(warn(named, { period: '2026-04', rows: rows('2026-03') })).toEqual([]);
    expect(warn(named, { period: '2026-04', rows: rows('2026-04') })).toHaveLength(1);
    expect(warn(month('2026-04', 'title'), { period: '2026-04', rows: rows('2026-03') })).toHaveLength(1);
    const paidBefore = [{ coverageMonth: null, paidDate: '2026-03-15' }];
    expect(warn(named, { period: '2026-04', rows: paidBefore })).toHaveLength(1);
    const both = [{ coverageMonth: '2026-03', paidDate: '2026-04-15' }];
    expect(warn(named, { period: '2026-04', rows: both })).toEqual([]);
  });
});
