// A pool of connections. Each connection has one user at a time.
import { CONNECTION_POOL_LIMITS } from '../../../core/limits/job-limits.ts';
import type { Connection } from './connection.ts';
import { DatabaseUnavailable } from './database-error.ts';

export interface ConnectionPool {
  lease(): Promise<Connection>;
  release(connection: Connection): void;
  /** Waits for leased connections to be returned, then closes all that were not returned. */
  close(): Promise<void>;
}

interface Waiter {
  readonly take: (connection: Connection) => void;
  readonly refuse: (error: Error) => void;
}

export function connectionPool(open: () => Connection, size: number): ConnectionPool {
  const idle = new Map<Connection, { readonly timer: NodeJS.Timeout; readonly since: number }>();
  const leased = new Set<Connection>();
  const waiters: Waiter[] = [];
  let closing = false;
  let drained = () => {};

  const hand = (connection: Connection) => {
    leased.add(connection);
    return connection;
  };
  /** Takes the most recently used connection. The others stay idle until they are closed. */
  const takeIdle = (): { readonly connection: Connection; readonly restedMs: number } | null => {
    for (const [connection, { timer, since }] of [...idle].reverse()) {
      clearTimeout(timer);
      idle.delete(connection);
      if (!connection.closed) return { connection: hand(connection), restedMs: performance.now() - since };
    }
    return null;
  };
  const serveWaiter = () => {
    const waiter = waiters.shift();
    waiter?.take(hand(open()));
  };
  const retire = async (connection: Connection) => {
    idle.delete(connection);
    await connection.end();
  };

  return {
    async lease() {
      if (closing) throw new DatabaseUnavailable('The database connections are closed');
      // No await may come between finding no idle connection and opening one, or the pool could exceed `size`.
      for (let rested = takeIdle(); rested !== null; rested = takeIdle()) {
        if (rested.restedMs < CONNECTION_POOL_LIMITS.trustedMs || (await rested.connection.answers()))
          return rested.connection;
        leased.delete(rested.connection);
      }
      return leased.size < size ? hand(open()) : waitInLine(waiters);
    },
    release(connection) {
      leased.delete(connection);
      const usable =
        !connection.closed && !closing && performance.now() - connection.openedAt < CONNECTION_POOL_LIMITS.lifetimeMs;
      const next = usable ? waiters.shift() : undefined;
      if (next !== undefined) return next.take(hand(connection));
      if (usable) {
        const timer = setTimeout(() => void retire(connection), CONNECTION_POOL_LIMITS.idleMs).unref();
        idle.set(connection, { timer, since: performance.now() });
      } else {
        void retire(connection);
        if (!closing) serveWaiter();
      }
      if (leased.size === 0) drained();
    },
    async close() {
      closing = true;
      for (const waiter of waiters.splice(0))
        waiter.refuse(new DatabaseUnavailable('The database connections are closed'));
      for (const { timer } of idle.values()) clearTimeout(timer);
      const resting = [...idle.keys()].map(retire);
      if (leased.size > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, CONNECTION_POOL_LIMITS.closeMs);
          drained = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      for (const connection of leased) connection.destroy();
      await Promise.all(resting);
    },
  };
}

function waitInLine(waiters: Waiter[]): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      const place = waiters.indexOf(waiter);
      if (place >= 0) waiters.splice(place, 1);
    };
    const waiter: Waiter = {
      take(connection) {
        leave();
        resolve(connection);
      },
      refuse(error) {
        leave();
        reject(error);
      },
    };
    const timer = setTimeout(
      () => waiter.refuse(new DatabaseUnavailable('All database connections are in use')),
      CONNECTION_POOL_LIMITS.waitMs,
    );
    waiters.push(waiter);
  });
}
