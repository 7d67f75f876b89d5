import { type Exact, scaleDecimal } from '../../../core/money.ts';

/** Converts numeric text to ten-billionths: no column of the rollups has more places. */
export function exactFrom(text: string): Exact {
  const exact = scaleDecimal(text, 10);
  if (exact === null) throw new TypeError(`Not an amount: ${text}`);
  return exact;
}
