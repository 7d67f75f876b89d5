import { expect, test } from 'vitest';
import { SftpPlaces } from '../../server/sftp-places.ts';

const LIMITS = { all: 8, ofAccount: 4, ofUser: 2, ofAddress: 6 };

/** "account/user@address" for each connection, in order of arrival. */
function enterAll(places: SftpPlaces, clients: readonly string[]): readonly string[] {
  return clients.map((client) => {
    const [, accountId = '', username = '', address = ''] = /^(.*)\/(.*)@(.*)$/.exec(client) ?? [];
    const place = places.enter({ accountId, username, address });
    return typeof place === 'string' ? (place.split(',')[0] ?? '') : 'in';
  });
}

test.each([
  ['refuses a third connection of a user', ['a/x@1', 'a/x@2', 'a/x@3'], 'This user has 2 connections'],
  [
    'refuses a fifth connection of the users of an account',
    ['a/v@1', 'a/w@2', 'a/x@3', 'a/y@4', 'a/z@5'],
    'The users of this account have 4 connections',
  ],
  [
    'refuses a seventh connection of an address, from any account',
    ['a/v@1', 'a/w@1', 'b/x@1', 'b/y@1', 'c/z@1', 'd/u@1', 'e/t@1'],
    'There are 6 connections from this address',
  ],
  [
    'refuses a ninth connection in total',
    ['a/v@1', 'a/w@1', 'b/x@2', 'b/y@2', 'c/z@3', 'c/u@3', 'd/t@4', 'd/s@4', 'e/r@5'],
    'The server has 8 connections',
  ],
])('%s', (_, clients, refusal) => {
  const answers = enterAll(new SftpPlaces(LIMITS), clients);
  expect(answers).toEqual([...clients.slice(1).map(() => 'in'), refusal]);
});

test("does not block another account by one account's connections", () => {
  const places = new SftpPlaces(LIMITS);
  enterAll(places, ['a/u@1', 'a/v@1', 'a/w@1', 'a/x@1', 'a/y@1', 'a/z@1']);
  expect(enterAll(places, ['b/x@1', 'b/y@2'])).toEqual(['in', 'in']);
});

test('frees a place once', () => {
  const places = new SftpPlaces(LIMITS);
  const enter = () => places.enter({ accountId: 'a', username: 'x', address: '1' });
  const first = enter();
  enter();
  expect(enter()).toContain('try again in a few minutes');
  for (let times = 0; times < 2; times++) if (typeof first !== 'string') first();
  expect(typeof enter()).toBe('function');
  expect(typeof enter()).toBe('string');
});

test('treats all addresses of an IPv6 network as one address', () => {
  const places = new SftpPlaces({ ...LIMITS, ofAddress: 2 });
  const networks = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'];
  const answers = networks.map((address, n) => places.enter({ accountId: `${n}`, username: `${n}`, address }));
  expect(answers.map((answer) => typeof answer)).toEqual(['function', 'function', 'string', 'function']);
});
