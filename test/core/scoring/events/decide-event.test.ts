import { describe, expect, it } from 'vitest';
import { refuse } from '../../../../core/refuse.ts';
import {
  type EventSituation,
  needsAttention,
  refuseAccept,
  refuseDispute,
} from '../../../../core/scoring/events/carrier-event.ts';

/**
 * Guarantee: an event can be accepted if members left, or if one rate follows from it and no closer rate holds. It can be disputed unless
 * the carrier pays more or the following rate is contracted already.
 */

type Case = readonly [about: string, situation: Partial<EventSituation>, detail: string | null];

const REDUCED: EventSituation = {
  kind: 'pay_reduced',
  state: 'open',
  hasRate: true,
  noRateReason: null,
  hasCloserRate: false,
};
const refusal = (detail: string | null) => (detail === null ? null : refuse('conflict', detail));

describe('an event is accepted', () => {
  it.each<Case>([
    ['if a rate follows from it', {}, null],
    ['if more is paid and a rate follows from it', { kind: 'pay_increased' }, null],
    ['again after a dispute', { state: 'disputed' }, null],
    ['without a rate if members left', { kind: 'members_left', hasRate: false }, null],
    ['beside a closer rate if members left', { kind: 'members_left', hasCloserRate: true }, null],
    [
      'unless no single rate follows',
      { hasRate: false, noRateReason: 'Some of the members have several policies.' },
      'No single rate follows from this event. Some of the members have several policies. Set the rates by themselves.',
    ],
    [
      'unless no single rate follows, for an unknown reason',
      { hasRate: false },
      'No single rate follows from this event. Set the rates by themselves.',
    ],
    [
      'unless a closer rate holds',
      { hasCloserRate: true },
      'Contracted rates for plans, tiers, states, policy months or group sizes hold in this month and go before the rate that follows from the event. Set these rates by themselves.',
    ],
  ])('%s', (_, situation, detail) => {
    expect(refuseAccept({ ...REDUCED, ...situation })).toEqual(refusal(detail));
  });
});

describe('an event is disputed', () => {
  it.each<Case>([
    ['if less is paid', {}, null],
    ['again', { state: 'disputed' }, null],
    ['if members left', { kind: 'members_left' }, null],
    ['if members left and it was accepted', { kind: 'members_left', state: 'accepted' }, null],
    ['unless more is paid', { kind: 'pay_increased' }, 'The carrier pays more: there is nothing to dispute.'],
    [
      'unless it was accepted',
      { state: 'accepted' },
      'The event was accepted, and the rate that follows from it is contracted.',
    ],
  ])('%s', (_, situation, detail) => {
    expect(refuseDispute({ ...REDUCED, ...situation })).toEqual(refusal(detail));
  });
});

it.each([
  ['pay_reduced', true],
  ['members_left', true],
  ['pay_increased', false],
] as const)('an event of the kind %s needs attention: %s', (kind, expected) => {
  expect(needsAttention({ kind, period: '2026-03', askedIn: null })).toBe(expected);
});

it('a shared finding needs attention in the month that asks first', () => {
  const askedIn = '2026-03';
  const needs = (period: string) => needsAttention({ kind: 'shared_finding', period, askedIn });
  expect(['2026-03', '2026-04'].map(needs)).toEqual([true, false]);
});
