// A program with a server of its own, for tests that kill it: starts on the directory it is given, says so, and waits for a
// word: "stop" stops the server first, any other lets the program end without.
import { once } from 'node:events';
import { startEmbeddedPostgres } from '../../local/embedded-postgres.ts';

const [dataDirectory = ''] = process.argv.slice(2);
try {
  const server = await startEmbeddedPostgres({ dataDirectory });
  console.log(JSON.stringify({ address: server.address }));
  const [word] = await once(process.stdin, 'data');
  if (String(word) === 'stop') await server.stop();
  process.stdin.destroy();
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
