import { beforeEach, expect, test } from 'vitest';
import { UnauthenticatedConnections, type WaitingSocket } from '../../server/connection-limits.ts';
import { KeyExchangeLimit } from '../../server/sftp-session.ts';

/** A clock that the test sets. */
let nowMs = 0;
let alarms: { readonly at: number; readonly run: () => void }[] = [];
beforeEach(() => {
  nowMs = 0;
  alarms = [];
});

function runLater(ms: number, run: () => void): () => void {
  const alarm = { at: nowMs + ms, run };
  alarms.push(alarm);
  return () => {
    alarms = alarms.filter((other) => other !== alarm);
  };
}

function pass(ms: number): void {
  nowMs += ms;
  for (const { at, run } of alarms) if (at <= nowMs) run();
}

const room = (limits: Partial<ConstructorParameters<typeof UnauthenticatedConnections>[0]> = {}) =>
  new UnauthenticatedConnections({ connectionsMax: 4, ofAddressMax: 3, seconds: 20, ...limits }, runLater);

interface TestSocket extends WaitingSocket {
  ended: number;
}

function enterAll(waiting: UnauthenticatedConnections, addresses: readonly string[]): readonly TestSocket[] {
  return addresses.map((remoteAddress) => {
    const socket = { remoteAddress, ended: 0, destroy: () => (socket.ended += 1) };
    waiting.enter(socket);
    return socket;
  });
}

const endedOf = (sockets: readonly TestSocket[]) => sockets.map(({ ended }) => ended);

test('ends a connection that waits too long once, and no connection that has left', () => {
  const waiting = room();
  const sockets = enterAll(waiting, ['a', 'b']);
  for (const socket of sockets.slice(1)) waiting.leave(socket);
  pass(19_999);
  expect(endedOf(sockets)).toEqual([0, 0]);
  pass(1);
  pass(60_000);
  expect(endedOf(sockets)).toEqual([1, 0]);
});

test('ends the longest waiting connection of an address with too many, and none of another address', () => {
  const sockets = enterAll(room(), ['b', 'a', 'a', 'a', 'a']);
  expect(endedOf(sockets)).toEqual([0, 1, 0, 0, 0]);
});

test('ends the longest waiting connection of an IPv6 network with too many, and none of another network', () => {
  const sockets = enterAll(room(), ['2001:db8:0:2::1', ...[1, 2, 3, 4].map((n) => `2001:db8:0:1::${n}`)]);
  expect(endedOf(sockets)).toEqual([0, 1, 0, 0, 0]);
});

test('ends the longest waiting connection of all if there are too many from all addresses', () => {
  const sockets = enterAll(room(), ['a', 'b', 'c', 'd', 'e', 'f']);
  expect(endedOf(sockets)).toEqual([1, 1, 0, 0, 0, 0]);
});

test('lets the latest connection in, however many are idle', () => {
  const sockets = enterAll(
    room(),
    Array.from({ length: 1000 }, (_, n) => `192.0.2.${n % 7}`),
  );
  expect(sockets.filter(({ ended }) => ended === 0)).toEqual(sockets.slice(-4));
});

test('starts the wait again for a connection that enters again', () => {
  const waiting = room();
  const [socket] = enterAll(waiting, ['a']);
  if (socket === undefined) throw new Error('Nobody came');
  pass(15_000);
  waiting.enter(socket);
  pass(15_000);
  expect(socket.ended).toBe(0);
  pass(5_000);
  expect(socket.ended).toBe(1);
});

function limit() {
  let nowMs = 0;
  const exchanges = new KeyExchangeLimit({ atOnce: 3, secondsEach: 10 }, () => nowMs);
  return {
    allow: () => exchanges.allow(),
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
    },
  };
}

test('allows a few key exchanges at once, and no more', () => {
  const { allow } = limit();
  expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
});

test('allows one more exchange each time the seconds have passed, without a final limit', () => {
  const { allow, pass } = limit();
  const answers = Array.from({ length: 50 }, () => {
    pass(10);
    return allow();
  });
  expect(answers).not.toContain(false);
});

test('never allows more than the set number at once, however long none was used', () => {
  const { allow, pass } = limit();
  pass(100_000);
  expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
});
