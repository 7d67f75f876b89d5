import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { exampleStory } from '../../demo/statements/agency-story.ts';
import { openExampleAgency } from '../../server/open-example-agency.ts';
import { createTestDatabase } from '../support/postgres.ts';

/** Guarantee: the example agency gets every statement of the demo, one after the other, with a token that ends afterwards. */

const JOB = { status: 'completed', error: null, stats: null, warnings: [], progress: { stage: 'done', percent: 100 } };

const requests: string[] = [];
const failures: unknown[] = [];
const tokens = new Set<string>();
/** Stands in for the service. Other tests send the same statements to the real one. */
const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  requests.push(`${request.method} ${request.url}`);
  tokens.add(request.headers.authorization ?? '');
  request.resume();
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    const known = { id: 'car_1', jobId: 'job_1', fileId: 'file_1' };
    const agents = { data: [{ agentId: 'agent_1', name: 'Dana Whitfield' }] };
    const read = request.url?.startsWith('/v1/agents') === true ? agents : JOB;
    response.end(JSON.stringify(request.method === 'GET' ? read : known));
  });
});
const closing: (() => Promise<void>)[] = [];
const own = await createTestDatabase();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  for (const close of closing) await close();
  server.close();
  await own?.drop();
});

test('sends the carriers and the statements of the demo, and tells how far it is', async () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const { example, close } = openExampleAgency({
    database: own.database,
    log: (_level, event, fields) => failures.push({ event, fields }),
    url: () => `http://127.0.0.1:${address.port}`,
    signIn: {
      makeLink: async () => 'http://localhost/sign-in?token=t',
      findSession: async () => null,
      answer: async () => new Response(),
      providers: [],
    },
  });
  closing.push(close);
  const seen: unknown[] = [await example.open()];
  await expect
    .poll(
      async () => {
        const state = await example.open();
        seen.push(state);
        if (failures.length > 0) throw failures[0];
        return state;
      },
      { timeout: 120_000 },
    )
    .toEqual({ state: 'ready', link: 'http://localhost/sign-in?token=t' });
  expect(failures).toEqual([]);
  expect(seen[0]).toEqual({ state: 'preparing', sent: 0, statements: 0 });
  const { carriers } = exampleStory();
  const statements = carriers.flatMap((carrier) => carrier.statements);
  const countOf = (line: string) => requests.filter((request) => request === line).length;
  expect(countOf('POST /v1/carriers')).toBe(carriers.length);
  expect(countOf('POST /v1/files')).toBe(statements.length);
  expect(countOf('GET /v1/jobs/job_1')).toBe(statements.length);
  expect(requests.slice(-4)).toEqual([
    'POST /v1/agents/proposals/accept',
    'GET /v1/agents?limit=200',
    'PUT /v1/pay-setup',
    'POST /v1/pay-runs',
  ]);
  expect(tokens.size).toBe(1);
  const open = await own.database.system(
    (sql) => sql`select from api_tokens where revoked_at is null and label = 'example statements'`,
  );
  expect(open).toEqual([]);
});
