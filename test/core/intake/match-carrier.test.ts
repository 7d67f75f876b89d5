import { expect, test } from 'vitest';
import { matchCarrier } from '../../../core/intake/match-carrier.ts';

const acme = { carrierName: 'Acme', patterns: ['ACME_{YYYY}{MM}*.csv', 'acme-{MON}-{YYYY}.csv'] };
const summit = { carrierName: 'Summit', patterns: ['summit {MM}.{YYYY}.xlsx'] };

test('finds one carrier and one month', () => {
  const carriers = [acme, summit];
  expect(matchCarrier('ACME_202603.csv', carriers)).toEqual({ kind: 'matched', carrier: acme, period: '2026-03' });
  expect(matchCarrier('summit 12.2025.xlsx', carriers)).toEqual({
    kind: 'matched',
    carrier: summit,
    period: '2025-12',
  });
});

test('accepts two patterns of one carrier that agree', () => {
  const carrier = { carrierName: 'Acme', patterns: ['ACME_{YYYY}{MM}*.csv', '*_{YYYY}{MM}.csv'] };
  expect(matchCarrier('ACME_202603.csv', [carrier])).toMatchObject({ kind: 'matched', period: '2026-03' });
});

test('calls two carriers unclear although they agree on the month, and names both', () => {
  const other = { carrierName: 'Acme Dental', patterns: ['ACME_*{YYYY}{MM}.csv'] };
  const match = matchCarrier('ACME_202603.csv', [acme, other]);
  expect(match).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('Acme, Acme Dental') });
});

test('treats two carriers with one name as two', () => {
  expect(matchCarrier('ACME_202603.csv', [acme, { ...acme }])).toMatchObject({ kind: 'unclear' });
});

test('calls two months unclear, and names both', () => {
  const carrier = { carrierName: 'Acme', patterns: ['{YYYY}{MM}*.csv', '*{YYYY}{MM}.csv'] };
  const match = matchCarrier('202601-202603.csv', [carrier]);
  expect(match).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('2026-01, 2026-03') });
});

test('finds nothing, and says what it looked for or that there is nothing to look for', () => {
  const unknown = matchCarrier('statement.csv', [acme, summit]);
  expect(unknown).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('ACME_{YYYY}{MM}*.csv') });
  expect(matchCarrier('a.csv', [])).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('No carrier') });
  const many = { carrierName: 'Acme', patterns: Array.from({ length: 50 }, (_, n) => `${n}_{YYYY}{MM}.csv`) };
  expect(matchCarrier('a.csv', [many])).toMatchObject({ reason: expect.stringContaining('…') });
});
