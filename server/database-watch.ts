import { type DatabaseAddress, openConnection } from '../adapters/postgres/connection/connection.ts';
import { sqlState } from '../adapters/postgres/connection/database-error.ts';

export interface DatabaseWatch {
  /** Resolves when the server has not answered for a long time. It never resolves after `close`. */
  readonly lost: Promise<void>;
  close(): void;
}

const INTERVAL_MS = 5_000;
/** The time without an answer after which the server counts as lost. A busy machine delays a connection by less. */
const SILENT_MS = 30_000;
const ATTEMPTS_MIN = 3;

/**
 * Checks that the bundled database server is alive, on a new connection each time. Open connections keep working when the folder of the
 * socket is gone, but nobody can open a new one. A server that refuses connections (it recovers, or is full) counts as alive.
 */
export function watchDatabase(address: DatabaseAddress, intervalMs = INTERVAL_MS): DatabaseWatch {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let answeredAt = performance.now();
  let failures = 0;

  const look = async () => {
    if (await answers(address)) {
      answeredAt = performance.now();
      failures = 0;
    } else failures += 1;
    if (closed) return;
    const silentMs = performance.now() - answeredAt;
    if (failures >= ATTEMPTS_MIN && silentMs >= (SILENT_MS / INTERVAL_MS) * intervalMs) resolve();
    else timer = setTimeout(() => void look(), intervalMs).unref();
  };
  timer = setTimeout(() => void look(), intervalMs).unref();
  return {
    lost,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

async function answers(address: DatabaseAddress): Promise<boolean> {
  const connection = openConnection(address, { applicationName: 'database-watch', statementTimeoutSeconds: 5 });
  try {
    await connection.prepare();
    return true;
  } catch (error) {
    return sqlState(error) !== null;
  } finally {
    connection.destroy();
  }
}
