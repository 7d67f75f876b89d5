import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SftpPlaces } from '../../server/connection-limits.ts';
import { absolutePath, readSftpPath } from '../../server/sftp-home.ts';
import { propertyRuns } from '../support/property-runs.ts';

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

test.each([
  ['', { kind: 'root' }],
  ['.', { kind: 'root' }],
  ['/..', { kind: 'root' }],
  ['incoming', { kind: 'folder', folder: 'incoming' }],
  ['/incoming/', { kind: 'folder', folder: 'incoming' }],
  ['/incoming/../rejected/./', { kind: 'folder', folder: 'rejected' }],
  ['/incoming/a.csv', { kind: 'entry', folder: 'incoming', name: 'a.csv' }],
  ['//incoming//a b.csv', { kind: 'entry', folder: 'incoming', name: 'a b.csv' }],
  ['/processed/2026-03/a.csv', { kind: 'entry', folder: 'processed', name: '2026-03/a.csv' }],
  ['/incoming/x/a.csv', { kind: 'nowhere' }],
  ['/processed/2026-03/x/a.csv', { kind: 'nowhere' }],
  ['/Incoming/a.csv', { kind: 'nowhere' }],
  ['/incoming2/a.csv', { kind: 'nowhere' }],
  ['/etc/passwd', { kind: 'nowhere' }],
  ['/incoming/..\\a.csv', { kind: 'nowhere' }],
  ['/incoming/a\u0000.csv', { kind: 'nowhere' }],
] as const)('resolves %j', (path, expected) => {
  expect(readSftpPath(path)).toEqual(expected);
});

const parts = fc.constantFrom('..', '.', '', 'incoming', 'processed', 'rejected', 'a', '2026-03', '\\', '~', '%2e%2e');

test('lets no path lead out of the three folders', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 10 }), (segments) => {
      const path = segments.join('/');
      const at = readSftpPath(path);
      if (at.kind === 'entry') expect(at.name.split('/')).not.toEqual(expect.arrayContaining(['..']));
      expect(absolutePath(path)).toMatch(/^\/(?!.*(?:^|\/)\.\.?(?:\/|$))/);
      expect(absolutePath(absolutePath(path))).toBe(absolutePath(path));
    }),
    { numRuns: propertyRuns(100) },
  );
});
