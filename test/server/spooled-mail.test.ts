import { expect, test } from 'vitest';
import { SpooledMail } from '../../server/spooled-mail.ts';

const spool = () => new SpooledMail({ messages: 4, messagesOfAddress: 2, bytes: 100, bytesOfAddress: 60 });

test('limits the messages of one address and in total', () => {
  const mail = spool();
  const [first] = ['a', 'a', 'b', 'b'].map((address) => mail.begin(address));
  expect([mail.begin('a'), mail.begin('c')]).toEqual([null, null]);
  if (first) mail.end(first);
  expect(mail.begin('c')).not.toBeNull();
});

test('completes the first of many that grow at once', () => {
  const mail = spool();
  const [first, second] = ['a', 'a'].map((address) => mail.begin(address));
  if (!first || !second) throw new Error('There was room');
  const grown = Array.from({ length: 6 }, () => [mail.grow(first, 10), mail.grow(second, 10)]);
  expect(grown.map(([of]) => of)).toEqual(Array(6).fill(true));
  expect(grown.at(-1)).toEqual([true, false]);
  expect([first.byteSize, second.byteSize]).toEqual([60, 0]);
});

test('limits the bytes of one address and in total', () => {
  const mail = spool();
  const [one, two, three] = ['a', 'a', 'b'].map((address) => mail.begin(address));
  if (!one || !two || !three) throw new Error('There was room');
  expect([mail.grow(one, 40), mail.grow(two, 20), mail.grow(three, 40)]).toEqual([true, true, true]);
  expect(mail.grow(two, 1)).toBe(false);
  expect([one.isRefused, three.isRefused, two.byteSize]).toEqual([false, false, 0]);
  expect(mail.grow(three, 20)).toBe(true);
  expect(mail.grow(three, 1)).toBe(false);
});

test('gives all addresses of an IPv6 network the share of one', () => {
  const mail = spool();
  const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((address) => mail.begin(address));
  expect(taken.map((message) => message !== null)).toEqual([true, true, false, true]);
});
