import { expect, test } from 'vitest';
import { moneyAxis } from '../../console/parts/money-axis.ts';

/** Guarantee: charts of money count in steps that people count in, and hold every bar. */

test.each([
  ['of thousands', [33_650, 28_000], ['$0', '$10K', '$20K', '$30K', '$40K']],
  ['of hundreds', [905.5], ['$0', '$250', '$500', '$750', '$1K']],
  ['below zero', [180, -90.96], ['-$100', '$0', '$100', '$200']],
  ['of cents', [0.04], ['$0', '$0.01', '$0.02', '$0.03', '$0.04']],
  ['without an amount', [], ['$0']],
])('an axis %s', (_, amounts, shown) => {
  const { ticks, domain, tickFormatter } = moneyAxis(amounts);
  expect(ticks.map(tickFormatter)).toEqual(shown);
  expect(domain).toEqual([ticks.at(0), ticks.at(-1)]);
});
