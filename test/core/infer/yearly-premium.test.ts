import { describe, expect, it } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: a column that looks like the paid premium, or like the paid month, is read as such only where the rows confirm it. */

const ANNUAL = 1200;

function infer(header: string, rowOf: (at: number) => string) {
  const rows = Array.from({ length: 12 }, (_, at) => `M${at}17|LEE ANN ${String.fromCharCode(65 + at)}|${rowOf(at)}`);
  return inferConfig(csv(table(`Member ID|Member Name|${header}\n${rows.join('\n')}`)));
}

const money = (dollars: number) => dollars.toFixed(2);

describe('a premium of a year', () => {
  it.each(['Annual Premium', 'Annualized Premium', 'Annualized Prem', 'Ann. Premium', 'Yearly Premium'])(
    '"%s" is no paid premium where a month is paid',
    (name) => {
      const { config, unmapped } = infer(`${name}|Rate|Commission`, (at) => {
        const premium = ANNUAL + 120 * at;
        return `${money(premium)}|10%|${money(premium / 120)}`;
      });
      expect(config.columns).toMatchObject({ commission_amount: 'Commission', rate: 'Rate' });
      expect(config.columns.premium_amount).toBeUndefined();
      expect(unmapped.map(({ header }) => header)).toContain(name);
    },
  );

  it('gives way to the premium of the month beside it', () => {
    const { config } = infer('Annual Premium|Modal Premium|Rate|Commission', (at) => {
      const premium = ANNUAL + 120 * at;
      return `${money(premium)}|${money(premium / 12)}|10%|${money(premium / 120)}`;
    });
    expect(config.columns.premium_amount).toBe('Modal Premium');
  });

  it('counter-case: is the paid premium where the policy is paid by the year', () => {
    const { config } = infer('Annual Premium|Rate|Commission', (at) => {
      const premium = ANNUAL + 37.5 * at;
      return `${money(premium)}|12.5%|${money(premium * 0.125)}`;
    });
    expect(config.columns.premium_amount).toBe('Annual Premium');
  });

  it('counter-case: is no paid premium where no rate says what is paid of it', () => {
    const { config } = infer('Annual Premium|Commission', (at) => `${money(ANNUAL + at)}|${money(120 + at / 10)}`);
    expect(config.columns.premium_amount).toBeUndefined();
  });
});

describe('an effective date that is the same in every row', () => {
  const inferPaidTo = (paidTo: string) =>
    infer(
      'Eff Date|Paid To Date|Premium|Commission',
      (at) => `04/01/2024|${paidTo}|${money(30 + at)}|${money(3 + at / 10)}`,
    );

  it('is an effective date where premiums are paid to a much later month', () => {
    expect(inferPaidTo('03/01/2026').config.columns).toMatchObject({ effective_date: 'Eff Date' });
  });

  it('counter-case: is the month that is paid where they are paid to the next one', () => {
    expect(inferPaidTo('05/01/2024').config.columns).toMatchObject({ coverage_month: 'Eff Date' });
  });
});
