import { describe, expect, it } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: the names of businesses are names of members, also with a number in them. */

const TRADES = ['Roofing', 'Dental Arts', 'Freight', 'Orchards', 'Machine Works', 'Florists', 'Tile & Stone', 'Marina'];

function inferred(header: string, nameOf: (trade: string, at: number) => string) {
  const rows = TRADES.map((trade, at) => `K${52_310 + at * 7}|${nameOf(trade, at)}|Plan ${at}|${30 + at}.25`);
  return inferConfig(csv(table(`Member ID|${header}|Plan Name|Commission\n${rows.join('\n')}`))).config.columns;
}

describe('a column of businesses', () => {
  it.each(['Member Name', 'Subscriber', 'Insured'])('is the name below "%s"', (header) => {
    expect(inferred(header, (trade, at) => `Ferris ${trade} Inc. ${at + 11}`).member_name).toBe(header);
  });

  it('counter-case: is none where the texts are numbers with a word', () => {
    expect(inferred('Member Name', (_, at) => `Unit ${at + 11}`).member_name).toBeUndefined();
  });
});
