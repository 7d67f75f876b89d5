import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Job, ServiceClient } from './service-client.ts';
import type { Story, StoryCarrier, StoryStatement } from './statements/story.ts';

/** One statement that was sent, with its result. */
export interface PlayedStatement {
  readonly carrier: StoryCarrier;
  readonly statement: StoryStatement;
  readonly jobId: string;
  readonly job: Job;
  readonly seconds: number;
}

export interface PlayedStory {
  readonly agency: ServiceClient;
  readonly accountId: string;
  readonly token: string;
  readonly carrierIds: ReadonlyMap<StoryCarrier, string>;
  readonly played: readonly PlayedStatement[];
}

export interface Watcher {
  readonly onStatement: (carrier: StoryCarrier, statement: StoryStatement) => void;
  readonly onProgress: (job: Job) => void;
  readonly onEnded: (played: PlayedStatement) => void;
}

const POLL_MS = 100;
const created = z.object({ id: z.string() });

/** Sets up the agency and sends its statements month by month. */
export async function playStory(
  story: Story,
  {
    operator,
    connect,
    watcher,
  }: { operator: ServiceClient; connect: (token: string) => ServiceClient; watcher: Watcher },
): Promise<PlayedStory> {
  const account = await operator.post('/v1/admin/accounts', { name: story.agency, tier: 'enterprise' }, created);
  const { token } = await operator.post(
    `/v1/admin/accounts/${account.id}/tokens`,
    { label: 'demo' },
    z.object({ token: z.string() }),
  );
  const agency = connect(token);
  return { agency, accountId: account.id, token, ...(await sendStory(story, agency, watcher)) };
}

/** Sets up the carriers of an agency and sends its statements month by month, each when the job of the statement before has ended. */
export async function sendStory(
  story: Story,
  agency: ServiceClient,
  watcher: Watcher,
): Promise<Pick<PlayedStory, 'carrierIds' | 'played'>> {
  const carrierIds = new Map<StoryCarrier, string>();
  for (const carrier of story.carriers) carrierIds.set(carrier, await setUpCarrier(agency, carrier));
  const played: PlayedStatement[] = [];
  for (const { carrier, statement } of inOrder(story)) {
    watcher.onStatement(carrier, statement);
    const one = await send(agency, { carrier, statement, carrierId: carrierIds.get(carrier) ?? '' }, watcher);
    watcher.onEnded(one);
    played.push(one);
  }
  return { carrierIds, played };
}

async function setUpCarrier(
  agency: ServiceClient,
  { name, slug, productLine, config, contractedRate }: StoryCarrier,
): Promise<string> {
  const { id } = await agency.post('/v1/carriers', { name, slug, productLine }, created);
  await agency.post(`/v1/carriers/${id}/configs`, config, created);
  if (contractedRate !== undefined)
    await agency.post('/v1/expected-rates', { carrierId: id, ...contractedRate }, created);
  return id;
}

/** Sorts the statements by month, and within a month in the order in which each carrier sent its files. */
function inOrder({ carriers }: Story): { carrier: StoryCarrier; statement: StoryStatement }[] {
  return carriers
    .flatMap((carrier) => carrier.statements.map((statement) => ({ carrier, statement })))
    .sort((a, b) => (a.statement.period < b.statement.period ? -1 : a.statement.period > b.statement.period ? 1 : 0));
}

async function send(
  agency: ServiceClient,
  { carrier, statement, carrierId }: { carrier: StoryCarrier; statement: StoryStatement; carrierId: string },
  watcher: Watcher,
): Promise<PlayedStatement> {
  const started = performance.now();
  const { period, fileName, mode, statedTotal } = statement;
  const bytes = statement.bytes();
  const { jobId } = await agency.upload({
    carrierId,
    period,
    fileName,
    mode,
    bytes,
    ...(statedTotal === undefined ? {} : { statedTotal }),
  });
  const job = await endOf(agency, jobId, watcher.onProgress);
  return { carrier, statement, jobId, job, seconds: (performance.now() - started) / 1000 };
}

/** Polls until the job has ended. */
export async function endOf(agency: ServiceClient, jobId: string, onProgress: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await agency.job(jobId);
    if (job.status !== 'queued' && job.status !== 'processing') return job;
    onProgress(job);
    await delay(POLL_MS);
  }
}
