import { expect, test } from 'vitest';
import { type BodyPlace, BodyPlaces } from '../../../lambdas/http/receive-body.ts';

/** Guarantee: concurrent bodies are bounded by account, by address and in total, and slow senders make room for others. */

const LIMITS = { ofAccount: 3, ofAddress: 5, atOnce: 8, settledMs: 2_000 };

function bench() {
  let now = 0;
  const places = new BodyPlaces(LIMITS, () => now);
  const lost: string[] = [];
  const entered = new Map<string, BodyPlace>();
  return {
    lost,
    pass: (ms: number) => {
      now += ms;
    },
    /** `a1` is the first body of the account `a`. */
    enter: (name: string, address = 'here') => {
      const place = places.enter({ account: name.charAt(0), address }, () => lost.push(name));
      if (place !== null) entered.set(name, place);
      return place !== null;
    },
    place: (name: string) => {
      const place = entered.get(name);
      if (place === undefined) throw new Error(`${name} has no place`);
      return place;
    },
  };
}

test('limits an account to its share, and admits its next body when one has left', () => {
  const { enter, place, lost } = bench();
  expect(['a1', 'a2', 'a3', 'a4'].map((name) => enter(name))).toEqual([true, true, true, false]);
  place('a2').leave();
  expect([enter('a5'), enter('a6')]).toEqual([true, false]);
  expect(lost).toEqual([]);
});

test("replaces an account's slowest body by its next one, after a minimum time", () => {
  const { enter, place, pass, lost } = bench();
  for (const name of ['a1', 'a2', 'a3']) enter(name);
  place('a1').count(100);
  place('a2').count(10);
  place('a3').count(1_000);
  pass(1_999);
  expect(enter('a4')).toBe(false);
  pass(1);
  expect(enter('a5')).toBe(true);
  expect(lost).toEqual(['a2']);
});

test('keeps the place of a body that has arrived until it leaves', () => {
  const { enter, place, pass, lost } = bench();
  for (const name of ['a1', 'a2', 'a3']) {
    enter(name);
    place(name).arrived();
  }
  pass(60_000);
  expect([enter('a4'), lost]).toEqual([false, []]);
  place('a1').leave();
  expect(enter('a5')).toBe(true);
});

test('makes room for senders with few bodies at once, per address and in total, at the cost of those with many', () => {
  const { enter, lost } = bench();
  expect(['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => enter(name))).toEqual(Array.from({ length: 5 }, () => true));
  expect(enter('c1')).toBe(true);
  expect(lost).toEqual(['a1']);
  // Both senders now have two bodies, and the new sender would have as many, so nobody is replaced.
  expect(enter('c2')).toBe(false);
  expect(enter('d1')).toBe(true);
  expect(lost).toHaveLength(2);
  // Other addresses have room until the total is reached.
  expect(['e1', 'e2', 'e3'].map((name) => enter(name, 'there'))).toEqual([true, true, true]);
  expect(enter('f1', 'there')).toBe(true);
  expect(lost.at(-1)).toBe('e1');
});

test('lets a sender without bodies in, however often others return', () => {
  const { enter, lost, pass, place } = bench();
  const accounts = ['a', 'b', 'c', 'd'];
  for (let round = 0; round < 50; round++) {
    for (const account of accounts) enter(`${account}${round}`);
    pass(100);
    expect(enter(`z${round}`)).toBe(true);
    for (const account of accounts) enter(`${account}again${round}`);
    place(`z${round}`).leave();
  }
  expect(lost.filter((name) => name.startsWith('z'))).toEqual([]);
});

test('tells a replaced sender once, and its leaving frees no other place', () => {
  const { enter, place, pass, lost } = bench();
  for (const name of ['a1', 'a2', 'a3']) enter(name);
  pass(5_000);
  expect(enter('a4')).toBe(true);
  place('a1').leave();
  expect([enter('a5'), lost]).toEqual([true, ['a1', 'a2']]);
  expect(lost.filter((name) => name === 'a1')).toHaveLength(1);
});

test('gives all addresses of an IPv6 network the places of one', () => {
  const { enter } = bench();
  const bodies = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'].map((name, n) => enter(name, `2001:db8::${n}`));
  expect([...bodies, enter('g1', '2001:db8:0:1::1')]).toEqual([true, true, true, true, true, false, true]);
});
