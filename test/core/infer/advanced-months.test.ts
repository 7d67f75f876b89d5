import { describe, expect, it } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: advances reach as far as their amount says, if premium and rate are printed; else for a year. */

const HEADER = 'Policy No|Insured|Issue Date|Premium|Comm Rate|Transaction|Commission';

function cadenceOf(rate: string, share: number, monthsOf: (at: number) => number) {
  const rows = Array.from({ length: 12 }, (_, at) => {
    const premium = 40 + 2.5 * at;
    const [type, months] = at % 3 === 2 ? ['Earned', 1] : ['Advance', monthsOf(at)];
    const name = `LEE ANN ${String.fromCharCode(65 + at)}`;
    const paid = (premium * share * months).toFixed(2);
    return `LF${60_110 + at}|${name}|01/${13 + at}/2026|${premium.toFixed(2)}|${rate}|${type}|${paid}`;
  });
  return inferConfig(csv(table(`${HEADER}\n${rows.join('\n')}`))).config.cadence;
}

describe('advances that do not say for how many months', () => {
  it.each([
    ['90%', 0.9],
    ['0.9', 0.9],
    ['105.00', 1.05],
  ])('are for the months that the rate %s of the premium gives', (rate, share) => {
    expect(cadenceOf(rate, share, () => 9)).toEqual([{ type: ['Advance'], months: 9 }]);
  });

  it('counter-case: are for a year where they pay different numbers of months', () => {
    expect(cadenceOf('90%', 0.9, (at) => 6 + (at % 2) * 3)).toEqual([{ type: ['Advance'], months: 12 }]);
  });

  it('counter-case: are for a year where no whole number of months comes out', () => {
    expect(cadenceOf('90%', 0.9, () => 7.5)).toEqual([{ type: ['Advance'], months: 12 }]);
  });
});
