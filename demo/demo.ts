// The program of `npm run demo`: an agency's five months, from the first statement to the claims for unpaid money.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '../lambdas/runtime/log.ts';
import { onStopRequest } from '../server/disk-space.ts';
import { startEmbeddedPostgres } from '../server/embedded-postgres.ts';
import { DataDirectoryInUse } from '../server/postgres-postmaster.ts';
import { type Runtime, startRuntime } from '../server/runtime.ts';
import { readOptions, readSettings } from '../server/settings.ts';
import { payMonth } from './pay-month.ts';
import { playStory } from './play-story.ts';
import { type Rollup, ServiceClient } from './service-client.ts';
import { agencyStory } from './statements/agency-story.ts';
import { checkFacts, tellMembers, tellMonths, tellStory } from './tell.ts';
import { tellScorecards, tellWorksheet, tellWrongMonth } from './tell-reports.ts';

process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR';

const HELP = `npm run demo

Starts the service with its own database, sends five months of statements of four carriers, shows what it found, and pays
the agents for the last month.
Takes about a minute. What it stored stays in .demo until the next run.
`;
readOptions(HELP, (args) => parseArgs({ args, options: {} }));

let stop = (): void => process.exit(130);
onStopRequest((isRepeated) => {
  if (isRepeated) process.exit(130);
  stop();
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const dataDirectory = await freshDirectory();
const operatorToken = randomBytes(32).toString('base64url');
say('Starting the service with a PostgreSQL of its own …');
const runtime = await startRuntime(
  readSettings({
    PORT: '0',
    DATA_DIR: dataDirectory,
    ADMIN_TOKEN: operatorToken,
    WEBHOOK_LOCALHOST: 'allow',
    EXAMPLE_AGENCY: 'off',
  }),
  createLog('demo'),
);
stop = () => {
  const exit = () => process.exit(130);
  runtime.close().then(exit, exit);
};
let failed = true;
try {
  failed = !(await run(runtime));
} finally {
  await runtime.close();
}
process.exit(failed ? 1 : 0);

async function run({ url }: Runtime): Promise<boolean> {
  const story = agencyStory();
  const connect = (token: string) => new ServiceClient(url, token);
  const played = await playStory(story, { operator: connect(operatorToken), connect, watcher: tellStory(say, story) });
  const periods = [...new Set(played.played.map(({ statement }) => statement.period))].sort();
  const rollups = new Map<string, Rollup>();
  for (const period of periods) rollups.set(period, await played.agency.rollup(period));
  tellMonths(say, rollups);
  await tellMembers(say, played);
  await tellWrongMonth(say, played);
  await tellScorecards(say, played);
  await tellWorksheet(say, played);
  const paid = await payMonth(story, played, { say, operator: connect(operatorToken), directory: dataDirectory });
  const checked = checkFacts(story, played, rollups);
  const compared = checked.compared + paid.compared;
  const differences = [...checked.differences, ...paid.differences];
  if (differences.length > 0) {
    say(
      `\n${differences.length} of ${compared} figures differ from the books the statements were made from:\n${differences.join('\n')}`,
    );
    return false;
  }
  say(`\nChecked: ${compared} figures against the books the statements were made from; all are equal to the cent.`);
  sayHowToGoOn(played.token);
  return true;
}

function sayHowToGoOn(token: string): void {
  say(`
Look further: everything is kept in ${dataDirectory}. Start the service on it and ask:

  DATA_DIR=${dataDirectory} npm start

  curl -H 'Authorization: Bearer ${token}' http://127.0.0.1:3000/v1/reports/rollup
  curl -H 'Authorization: Bearer ${token}' 'http://127.0.0.1:3000/v1/members?status=red&limit=20'
  curl -H 'Authorization: Bearer ${token}' -H 'Accept: text/csv' http://127.0.0.1:3000/v1/jobs

The reference of all endpoints: http://127.0.0.1:3000/v1/docs`);
}

/** Deletes the data of the last run. Returns another directory if a demo is still running on them. */
async function freshDirectory(): Promise<string> {
  const usual = '.demo';
  if (!existsSync(join(usual, 'postgres'))) return usual;
  try {
    const previous = await startEmbeddedPostgres({ dataDirectory: join(usual, 'postgres') });
    await previous.stop();
    await rm(usual, { recursive: true, force: true });
    return usual;
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return mkdtemp(join(tmpdir(), 'cas-demo-'));
    throw error;
  }
}
