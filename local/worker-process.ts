// The worker: what the queue's Lambda functions are on AWS. A process of its own, so that a statement being read never
// holds up the API, and one that kills its worker kills nothing else.
import { serveStatements } from './serve-statements.ts';

await serveStatements();
process.exit(0);
