import { describe, expect, it } from 'vitest';
import { type Fields, file, line } from '../../support/book-model-cases.ts';
import { rowIn, score } from '../../support/scored-book-cases.ts';

/** Guarantee: a row keeps the first spelling of its id and points to the file of its main record. Another spelling is no change. */

describe('a member', () => {
  it('keeps the first spelling of its id, even through a drop, a chargeback and a return', async () => {
    const spellings = ['a 1', 'A1', ' a1'];
    const [first = '', second = '', third = ''] = spellings;
    const book = await score([
      file('2026-01', line(first, '20'), line(third, '5')),
      file('2026-02', line(second, '25')),
      file('2026-03', line('Z', '1')),
      file('2026-04', line(third, '-25')),
      file('2026-05', line(second, '25')),
    ]);
    const rows = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map((period) => rowIn(book, period, 'A1'));
    expect(rows.map((row) => row?.memberExternalId)).toEqual(['a 1', 'a 1', 'a 1', 'a 1', 'a 1']);
    expect(rows.map((row) => row?.status)).toEqual(['new', 'green', 'red', 'red', 'reappeared']);
  });

  it('points to the file of its main record; a dropped member points to the newest file', async () => {
    const book = await score([
      file('2026-01', line('A', '5', { policy: 'P1' }), line('B', '1')),
      file('2026-01', line('A', '9', { policy: 'P2' })),
      file('2026-01', line('A', '1', { policy: 'P2' }), line('C', '1')),
      file('2026-02', line('C', '1')),
      file('2026-02', line('B', '1')),
    ]);
    expect(['A', 'B', 'C'].map((member) => rowIn(book, '2026-01', member)?.fileId)).toEqual([
      'file 1',
      'file 0',
      'file 2',
    ]);
    expect(['A', 'B', 'C'].map((member) => rowIn(book, '2026-02', member)?.fileId)).toEqual([
      'file 4',
      'file 4',
      'file 3',
    ]);
  });

  it('is described by the record with the largest absolute amount, of equals the lowest policy, with a missing policy first', async () => {
    const described = async (...amounts: readonly (readonly [string | null, string])[]) => {
      const lines = amounts.map(([policy, amount]) => line('A', amount, { policy, planName: `plan of ${policy}` }));
      return rowIn(await score([file('2026-01', ...lines)]), '2026-01')?.profile.planName;
    };
    expect(await described(['P1', '10'], ['P2', '-11'])).toBe('plan of P2');
    expect(await described(['P2', '10'], ['P10', '-10'])).toBe('plan of P10');
    expect(await described(['p 2', '10'], ['P3', '10'])).toBe('plan of p 2');
    expect(await described(['P1', '10'], [null, '10'])).toBe('plan of null');
  });
});

describe('the deltas of', () => {
  it.each<[string, Fields, Fields, string[]]>([
    ['another spelling of the policy', { policy: 'P 1' }, { policy: '\uff50\u00a01' }, []],
    ['another policy', { policy: 'P1' }, { policy: 'P2' }, ['policy_number modified P1 P2']],
    ['a policy that was not named before', {}, { policy: 'P2' }, ['policy_number added null P2']],
    ['case and spaces', { memberName: 'Doe,  Jane' }, { memberName: ' DOE, JANE ' }, []],
    ['a letter that has two in upper case', { memberName: 'Weiß' }, { memberName: 'WEISS' }, []],
    ['spaces inside a word', { planCode: 'MA 1' }, { planCode: 'MA1' }, ['plan_code modified MA 1 MA1']],
    ['part of a cent', { premium: '100.0049' }, { premium: '99.995' }, []],
    ['a cent', { premium: '100.0049' }, { premium: '100.005' }, ['premium_amount modified 100.0049 100.005']],
    ['half a life', { lives: '1' }, { lives: '1.5' }, ['lives modified 1 1.5']],
    ['a date that is gone', { termDate: '2026-01-31' }, {}, ['term_date removed 2026-01-31 null']],
  ])('%s', async (_case, before, after, deltas) => {
    const book = await score([file('2026-01', line('A', '50', before)), file('2026-02', line('A', '50', after))]);
    const row = rowIn(book, '2026-02');
    expect([row?.deltas, row?.flags]).toEqual([deltas, deltas.length > 0 ? 'DATA_CHANGED' : '']);
  });
});
