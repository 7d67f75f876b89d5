// Loads a bundle and gives it events one at a time, like Lambda's own runtime, and reports errors like that runtime, with all their own
// properties.
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const moduleSchema = z.object({ handler: z.custom<(event: unknown, context: object) => Promise<unknown>>() });
const requestSchema = z.object({ id: z.string(), event: z.unknown() });

const [bundle = ''] = process.argv.slice(2);
const { handler } = moduleSchema.parse({ ...(await import(pathToFileURL(bundle).href)) });
const say = (message: object) => process.send?.(message);

process.on('message', (message) => {
  const { id, event } = requestSchema.parse(message);
  const context = { functionName: 'test', awsRequestId: id, getRemainingTimeInMillis: () => 30_000 };
  handler(event, context).then(
    (result) => say({ id, result }),
    (error: unknown) => say({ id, error: `${String(error)} ${JSON.stringify(error)}` }),
  );
});
process.once('disconnect', () => process.exit(0));
say({ id: 'ready' });
