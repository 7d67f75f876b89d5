import { expect, test } from 'vitest';
import { SpooledMail } from '../../local/spooled-mail.ts';

const spool = () => new SpooledMail({ messages: 4, messagesOfAddress: 2, bytes: 100, bytesOfAddress: 60 });

test('one address has a part of the messages, and there are only so many', () => {
  const mail = spool();
  const [first] = ['a', 'a', 'b', 'b'].map((address) => mail.begin(address));
  expect([mail.begin('a'), mail.begin('c')]).toEqual([null, null]);
  if (first) mail.end(first);
  expect(mail.begin('c')).not.toBeNull();
});

test('one address has a part of the bytes, and there are only so many', () => {
  const mail = spool();
  const [one, two, three] = ['a', 'a', 'b'].map((address) => mail.begin(address));
  if (!one || !two || !three) throw new Error('There was room');
  expect([mail.grow(one, 40), mail.grow(two, 21), mail.grow(two, 20)]).toEqual([true, false, true]);
  expect([mail.grow(three, 41), mail.grow(three, 40)]).toEqual([false, true]);
  mail.end(one);
  expect(mail.grow(three, 20)).toBe(true);
});
