// Notifications, which hint that there is work to do. They may be missed while the connection is away; `onNotify` then runs once anyway.
import { type Connection, type ConnectionSettings, type DatabaseAddress, openConnection } from './connection.ts';

interface Listener {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
}

const retryMs = 1000;

/** Listens on its own connection until the returned function is called. Resolves once the server listens. */
export async function listen(
  address: DatabaseAddress,
  settings: ConnectionSettings,
  { channel, onNotify }: Listener,
): Promise<() => Promise<void>> {
  let connection: Connection | null = null;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    connection = openConnection(address, {
      ...settings,
      // This connection sends no statements, so its silence is normal.
      statementTimeoutSeconds: 0,
      onNotify: (_, payload) => onNotify(payload),
      onClosed: reconnect,
    });
    const name = `"${channel.replaceAll('"', '""')}"`;
    await connection.client.unsafe(`listen ${name}`);
  };
  const reconnect = () => {
    if (stopped || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      // A failed attempt closes the connection, which calls this function again.
      connect().then(
        () => onNotify(''),
        () => connection?.destroy(),
      );
    }, retryMs);
  };
  const stop = async () => {
    stopped = true;
    clearTimeout(retry);
    await connection?.end();
  };

  try {
    await connect();
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
