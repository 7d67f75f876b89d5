import { expect, it } from 'vitest';
import { comparable, FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import { reasonIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a late month or a larger group is not reported as a cut or a duplicate. Each case has a counter-case. */

const [JUN, JUL, AUG, SEP] = ['2026-06', '2026-07', '2026-08', '2026-09'] as const;
const ONE_MONTH = { monthsPaid: '1' };
const z = line('Z', '10');

it.each([
  ['two equal lines', [line('A', '50', ONE_MONTH), line('A', '50', ONE_MONTH)]],
  ['one line of twice the amount', [line('A', '100', ONE_MONTH)]],
])('finds a missed month paid late, whatever the "months paid" column says: %s', async (_, august) => {
  const book = await score(
    [
      file(JUN, z, line('A', '50', ONE_MONTH)),
      file(JUL, z),
      file(AUG, z, ...august),
      file(SEP, z, line('A', '50', ONE_MONTH)),
    ],
    { rates: [FLAT_50] },
  );
  expect(signalsIn(book, AUG)).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
  expect(signalIn(book, SEP, 'COMMISSION_REDUCED')?.severity).toBe('info');
});

it('finds a duplicate if nothing was missing', async () => {
  const twice = [line('A', '50', ONE_MONTH), line('A', '50', ONE_MONTH)];
  const book = await score([file(JUN, z, line('A', '50', ONE_MONTH)), file(JUL, z, ...twice)]);
  expect(signalsIn(book, JUL)).toContain('DUPLICATE_PAYMENT 50');
});

const group = (amount: string, lives: string, fields: { readonly rate: string; readonly premium: string }) =>
  line('A', amount, { ...fields, policy: 'G1', lives, transactionType: 'Current' });
const OF_24 = group('840', '24', { rate: '0.06', premium: '14000' });

it('treats a larger group as planned if groups of its size are paid so', async () => {
  const others = comparable('800', { rate: '0.05', premium: '16000', lives: '27', transactionType: 'Current' });
  const july = group('730', '25', { rate: '0.05', premium: '14600' });
  const book = await score([file(JUN, OF_24, ...others), file(JUL, july, ...others)]);
  expect(rowIn(book, JUL)?.status).toBe('green');
  expect(signalIn(book, JUL, 'RATE_CHANGED')?.severity).toBe('info');
  expect(signalsIn(book, JUL)).not.toContain('COMMISSION_REDUCED 110');
  expect(reasonIn(book, JUL)).toBe(
    'Paid $730.00, was $840.00: a group of 25 lives, paid 5 % of premium as 2 others are.',
  );
});

it.each([
  ['as many lives', group('700', '24', { rate: '0.05', premium: '14000' }), 'COMMISSION_REDUCED 140'],
  ['fewer lives', group('670', '23', { rate: '0.05', premium: '13400' }), 'COMMISSION_REDUCED 170'],
  ['less than its rate', group('650', '25', { rate: '0.05', premium: '14600' }), 'COMMISSION_REDUCED 190'],
  [
    'a larger group, and no other one',
    group('730', '25', { rate: '0.05', premium: '14600' }),
    'COMMISSION_REDUCED 110',
  ],
])('reports a lower rate as a cut: %s', async (_, july, found) => {
  const book = await score([file(JUN, OF_24), file(JUL, july)]);
  expect(signalsIn(book, JUL)).toContain(found);
  expect(signalIn(book, JUL, 'COMMISSION_REDUCED')?.severity).toBe('warn');
  expect(signalIn(book, JUL, 'RATE_CHANGED')?.severity).toBe('info');
});

const household = (amount: string, lives: string | null, coverageMonth: string) =>
  line('A', amount, { policy: 'H1', lives, coverageMonth });

it.each([
  ['one person fewer, paid at a lower rate since', household('-20', '1', JUN), '1', null],
  ['an unchanged number of people', household('-20', '2', JUN), '2', 'CHARGEBACK_ON_ACTIVE 20'],
  ['the pay of all people', household('-40', '2', JUN), '1', 'CHARGEBACK_ON_ACTIVE 40'],
])('recognises whether a chargeback is for one person too many: %s', async (_, takenBack, lives, found) => {
  const book = await score([
    file(JUN, household('40', '2', JUN)),
    file(JUL, household(lives === '1' ? '19' : '38', lives, JUL), takenBack),
  ]);
  const told = signalsIn(book, JUL).filter((signal) => signal.startsWith('CHARGEBACK_ON_ACTIVE'));
  expect(told).toEqual(found === null ? [] : [found]);
});
