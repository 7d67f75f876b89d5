import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { counted, money, monthName } from '../parts/shown-values.ts';

/** The number of rates on one page of the screen. */
const RATES_PAGE = 100;

/** The rates of one carrier, or of all, by carrier and contracted ones first. */
export function useRates(carrierId: string | undefined, page: number) {
  const api = useApi();
  const query = { ...(carrierId !== undefined && { carrierId }), limit: RATES_PAGE, offset: (page - 1) * RATES_PAGE };
  return useQuery({
    queryKey: ['rates', query],
    queryFn: () => answerOf(api.GET('/v1/expected-rates', { params: { query } })),
  });
}

/** Loads every carrier by name. A rate can be set also before the carrier's first statement. */
export function useAllCarriers() {
  const api = useApi();
  return useQuery({
    queryKey: ['carriers', 'all'],
    queryFn: async () => (await answerOf(api.GET('/v1/carriers'))).data,
    staleTime: 60_000,
  });
}

/** Discards all cached answers, because a rate changes the owed amounts on every screen. */
export function useRefreshAfterRates() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' }), [queries]);
}

export type Rate = components['schemas']['ExpectedRate'];
export type RateKind = Rate['rateType'];

const AMOUNT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Names a day: `2026-01-01` is `January 1, 2026`. */
function dayName(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/** Describes what a rate pays: `5 % of the premium`, `$28.92 a member a month`. */
export function payWords({ rateType, rateValue }: Pick<Rate, 'rateType' | 'rateValue'>): string {
  return rateType === 'percent_of_premium'
    ? `${PERCENT.format(rateValue * 100)} % of the premium`
    : `${AMOUNT.format(rateValue)} a member a month`;
}

type Scope = Pick<
  Rate,
  | 'planCode'
  | 'planName'
  | 'productType'
  | 'tier'
  | 'state'
  | 'fromPolicyMonth'
  | 'toPolicyMonth'
  | 'fromLives'
  | 'toLives'
  | 'maxLives'
>;

/** Describes for whom a rate is: `Plan GOLD-PPO, in TX, first year`. */
export function scopeWords(rate: Scope): string {
  const plan = rate.planCode ?? rate.planName;
  const words = [
    plan === null ? null : `plan ${plan}`,
    rate.productType,
    rate.state === null ? null : `in ${rate.state}`,
    rate.tier === null ? null : TIER_WORDS[rate.tier],
    rangeWords('month', rate.fromPolicyMonth, rate.toPolicyMonth, 'of the policy'),
    rangeWords('group of', rate.fromLives, rate.toLives, 'members'),
    rate.maxLives === null ? null : `a household counts as ${counted(rate.maxLives, 'member')} at most`,
  ].filter((text) => text !== null);
  if (plan === null && rate.productType === null) words.unshift('every plan without a rate of its own');
  return capitalized(words.join(', '));
}

const TIER_WORDS: Readonly<Record<NonNullable<Rate['tier']>, string>> = {
  initial: 'first year',
  renewal: 'renewal',
};

function rangeWords(before: string, from: number | null, to: number | null, after: string): string | null {
  if (from === null && to === null) return null;
  if (to === null) return `${before} ${from} or more ${after}`;
  return from === null ? `${before} up to ${to} ${after}` : `${before} ${from} to ${to} ${after}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Describes when a rate holds: `from January 1, 2026 on`. */
export function timeWords({ effectiveFrom, effectiveTo }: Pick<Rate, 'effectiveFrom' | 'effectiveTo'>): string {
  if (effectiveFrom === null) return effectiveTo === null ? 'Always' : `Until ${dayName(effectiveTo)}`;
  return effectiveTo === null
    ? `From ${dayName(effectiveFrom)} on`
    : `${dayName(effectiveFrom)} to ${dayName(effectiveTo)}`;
}

/** Says where a rate comes from. */
export function sourceWords({
  source,
  basisPeriod,
  sampleSize,
}: Pick<Rate, 'source' | 'basisPeriod' | 'sampleSize'>): string {
  if (source === 'contracted') return 'Your contract';
  const from = basisPeriod === null ? '' : ` from ${monthName(basisPeriod)}`;
  return `Our estimate${from}${sampleSize === null ? '' : `, ${counted(sampleSize, 'payment')}`}`;
}

type Counts = components['schemas']['OwedCounts'];

/** Describes how a change affects the owed amount: `You are owed $40.00 instead of $10.00`. */
export function effectSentence({ before, after }: { readonly before: Counts; readonly after: Counts }): string {
  const [was, would] = [owedWords(before), owedWords(after)];
  if (was === would)
    return after.commissionOwed === 0
      ? 'Nothing is owed to you, before and after.'
      : `What is owed to you stays ${would}.`;
  if (before.commissionOwed === after.commissionOwed && after.commissionOwedEstimated === 0)
    return `${would} would be surely owed to you. So far it is likely, by our estimate.`;
  return `${would} would be owed to you instead of ${was}: ${counted(after.membersOwed, 'payment')} too low instead of ${before.membersOwed}.`;
}

/** Writes the owed amount. Estimated amounts are named separately, because they cannot be claimed. */
function owedWords({ toAskFor, commissionOwedEstimated: estimated }: Counts): string {
  const certain = money(toAskFor);
  return estimated === 0 ? certain : `${certain} (and ${money(estimated)} by our estimate)`;
}
