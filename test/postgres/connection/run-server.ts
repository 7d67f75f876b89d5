// A program with its own server, for tests that kill the program. It starts the server on the given directory, asks it for its user,
// reports the start, and waits for a word. "stop" stops the server before the program ends; any other word ends only the program.
import { once } from 'node:events';
import { startEmbeddedPostgres } from '../../../server/embedded-postgres.ts';

const [dataDirectory = ''] = process.argv.slice(2);
try {
  const server = await startEmbeddedPostgres({ dataDirectory });
  const { openConnection } = await import('../../../adapters/postgres/connection/connection.ts');
  const connection = openConnection(server.address, { applicationName: 'run-server', statementTimeoutSeconds: 60 });
  await connection.client`select current_user`;
  await connection.end();
  console.log(JSON.stringify({ address: server.address }));
  const [word] = await once(process.stdin, 'data');
  if (String(word) === 'stop') await server.stop();
  process.stdin.destroy();
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
