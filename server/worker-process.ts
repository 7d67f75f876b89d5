// The worker, which does the work of the queue's Lambda functions on AWS. It is a process of its own, so that reading a statement never
// blocks the API, and a statement that kills its worker ends nothing else.
import { serveStatements } from './serve-statements.ts';

await serveStatements();
process.exit(0);
