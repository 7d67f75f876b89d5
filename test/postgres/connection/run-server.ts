// A program with its own server, for tests that kill it. It starts on the given directory, reports that, and waits for a word: "stop"
// stops the server first, any other word ends the program without that. Before that it asks its server for the identity of its user.
import { once } from 'node:events';
import { startEmbeddedPostgres } from '../../../local/embedded-postgres.ts';

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
