// A worker process whose jobs misbehave as the words in their statement say.
import { serveStatements } from '../../server/serve-statements.ts';

await serveStatements((worker) => ({
  ...worker,
  openStatement(bytes, options) {
    // Blocks like an endless loop, without using processor time.
    if (Buffer.from(bytes).includes('never returns')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return worker.openStatement(bytes, options);
  },
  objects: {
    ...worker.objects,
    async get(key) {
      const bytes = await worker.objects.get(key);
      return bytes !== null && Buffer.from(bytes).includes('waits for ever') ? new Promise(() => undefined) : bytes;
    },
  },
}));
process.exit(0);
