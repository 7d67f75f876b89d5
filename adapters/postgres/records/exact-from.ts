import { type Exact, scaleDecimal } from '../../../core/money.ts';

/** Converts the text of a `numeric` to ten-billionths: no column of amounts has more places. Throws a TypeError for any other text. */
export function exactFrom(text: string): Exact {
  const exact = scaleDecimal(text, 10);
  if (exact === null) throw new TypeError(`Not an amount: ${text}`);
  return exact;
}
