import type { ExpectedRate } from '../scoring/expected.ts';
import type { MemberMonth } from '../scoring/member-month.ts';
import { boundsRank, boundsText, NO_BOUNDS } from '../scoring/rate-bounds.ts';
import { dollars } from '../scoring/wording.ts';

/** Describes the rates applied to a member's month in words. */

/** Formats "$50 a life and month, contracted, plan GOLD, renewal, TX, policy months 1 to 12, for 3 lives at most". */
export function rateText(rate: ExpectedRate): string {
  const { rateType, rateMillionths, source, tier, state, productType } = rate;
  const value =
    rateType === 'flat_per_member'
      ? `${amountText(rateMillionths)} a life and month`
      : `${percentText(rateMillionths)} of the premium`;
  const bounds = { ...NO_BOUNDS, ...rate };
  const parts = [
    value,
    source,
    planText(rate),
    productType ?? null,
    tier,
    state,
    boundsRank(bounds) === 0 ? null : boundsText(bounds),
    typeof rate.maxLives === 'number' ? `for ${rate.maxLives} lives at most` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function planText({ planCode, planName }: ExpectedRate): string {
  if (planCode !== null) return `plan ${planCode}`;
  return typeof planName === 'string' ? `plan "${planName}"` : 'all plans';
}

/** Formats "$50", "$13.50" or "$30.125". */
function amountText(millionths: number): string {
  const amount = millionths / 1_000_000;
  return `$${millionths % 1_000_000 !== 0 && millionths % 10_000 === 0 ? amount.toFixed(2) : amount}`;
}

/** Formats a rate in percent, with all decimals, because the carrier is held to it. */
const percentText = (millionths: number) => `${millionths / 10_000} %`;

/** Formats "the statement's own rate: 5 % of the premium of $500.00". Each rate and premium is named once. */
export function ownRateText({ records }: MemberMonth): string {
  const told = new Set<string>();
  for (const { lines } of records) {
    for (const { amount, rate, premium, split } of lines) {
      if (amount < 0 || rate === null || premium === null) continue;
      const shared = split === null ? '' : `, ${shareText(split)} of it`;
      told.add(`${shareText(rate)} of the premium of ${dollars(premium)}${shared}`);
    }
  }
  return `the statement's own rate: ${[...told].join('; ')}`;
}

/** Formats a printed rate in percent. Carriers print five percent as 0.05 or as 5. */
const shareText = (millionths: number) => percentText(millionths <= 1_000_000 ? millionths : millionths / 100);
