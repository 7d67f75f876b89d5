import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { QueueName } from '../../app/platform/queue.ts';
import { FUNCTION_VARIABLES, type FunctionName } from '../../lambdas/runtime/aws-settings.ts';
import { bundleLambdas } from '../../scripts/bundle-lambdas.ts';
import {
  type DeployedPlatform,
  type PlatformNames,
  secretArn,
  startDeployedPlatform,
} from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { serveQueue } from '../entry/serve-queue.ts';
import { createGuard, type Guard } from './aws-guard.ts';
import { sources, stageFunctions } from './stage-rights.ts';

/**
 * The functions of production, each in its own process with the variables and the role of its template. They run from their sources, whose
 * positions in a file are those of the code that runs.
 */
export interface Production {
  readonly platform: DeployedPlatform;
  readonly guard: Guard;
  /** Starts a function at its first use. */
  start(name: string): Promise<LambdaProcess>;
  /** Gives the messages of its queue to each function that a queue calls. */
  serveQueues(): Promise<void>;
  /** Ends the functions. */
  stop(): Promise<void>;
  /** Returns a check whether the text at a position of a source was reached by any function. Call it after `stop`. */
  readCoverage(): Promise<(path: string, offset: number) => boolean>;
  close(): Promise<void>;
}

const ROOT = new URL('../../', import.meta.url);

/** The secret that CloudFront sends with each request. */
export const ORIGIN_SECRET = 'secret that CloudFront sends with each request';
export const LOGINS = ['service', 'system', 'scheduler', 'report', 'owner'] as const;

/** The programs of functions whose code is that of another. The container has the same app behind a server. */
const SAME_CODE: Readonly<Record<string, FunctionName>> = {
  'operator-tasks': 'http-api',
  'file-drops': 'http-api',
  'upload-service': 'http-api',
};
const isProgram = (name: string): name is FunctionName => Object.keys(FUNCTION_VARIABLES).includes(name);

const QUEUES = [
  ['statements', 'ingest-statement'],
  ['statements-dead', 'dead-letter-statement'],
  ['webhooks', 'deliver-webhook'],
] as const satisfies readonly (readonly [QueueName, FunctionName])[];

export async function startProduction(): Promise<Production> {
  const guard = createGuard();
  const folder = await mkdtemp(join(tmpdir(), 'production-'));
  const platform = await startDeployedPlatform({
    before: guard.before,
    onNames: (names) => noteNames(guard.names, names),
  });
  platform.secrets.secrets.set(secretArn('origin'), { current: ORIGIN_SECRET });
  // It finds the migrations beside its bundle.
  await bundleLambdas(join(folder, 'bundles'), ['migrate-database']);
  const coverage = join(folder, 'coverage');

  const begin = (name: string): Promise<LambdaProcess> => {
    const program = SAME_CODE[name] ?? name;
    const environment = stageFunctions.get(name)?.environment ?? {};
    if (!isProgram(program)) throw new Error(`There is no program ${program}`);
    const own = Object.entries(platform.environmentOf(program, name));
    const file =
      program === 'migrate-database'
        ? join(folder, 'bundles', program, 'index.mjs')
        : fileURLToPath(new URL(`lambdas/entry/${program}.ts`, ROOT));
    return startLambda(file, {
      ...Object.fromEntries(own.filter(([variable]) => variable in environment || /^(AWS|NODE)_/.test(variable))),
      ...('ORIGIN_SECRET_ARN' in environment && { ORIGIN_SECRET_ARN: secretArn('origin') }),
      ...(environment['DELETIONS'] !== undefined && { DELETIONS: environment['DELETIONS'] }),
      NODE_V8_COVERAGE: coverage,
    });
  };

  const functions = new Map<string, Promise<LambdaProcess>>();
  const start = (name: string): Promise<LambdaProcess> => {
    const running = functions.get(name) ?? begin(name);
    functions.set(name, running);
    return running;
  };
  const stopping = new AbortController();
  const served: Promise<void>[] = [];
  const stop = async () => {
    stopping.abort();
    await Promise.all(served);
    await Promise.all([...functions.values()].map(async (lambda) => (await lambda).close()));
    functions.clear();
  };
  return {
    platform,
    guard,
    start,
    async serveQueues() {
      for (const [queueName, name] of QUEUES) {
        const lambda = await start(name);
        served.push(serveQueue({ queue: platform.queue, queueName, lambda, signal: stopping.signal }));
      }
    },
    stop,
    readCoverage: () => readCoverage(coverage),
    async close() {
      await stop();
      await platform.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Connects the platform's names with those of the templates, by the variables of the functions. */
function noteNames(names: Map<string, string>, { variables, queues }: PlatformNames): void {
  const note = (own: string, name: string) => {
    const known = names.get(own) ?? name;
    if (known !== name) throw new Error(`${own} is ${known} and ${name}`);
    names.set(own, name);
  };
  const all: Readonly<Record<string, string>> = { ...variables, ORIGIN_SECRET_ARN: secretArn('origin') };
  for (const { environment } of stageFunctions.values()) {
    for (const [variable, name] of Object.entries(environment)) {
      const own = all[variable];
      if (own !== undefined && /_(BUCKET|QUEUE_URL|ARN|FROM)$/.test(variable)) note(own, name);
    }
    const arns = z
      .partialRecord(z.enum(LOGINS), z.string())
      .parse(JSON.parse(environment['DATABASE_SECRET_ARNS'] ?? '{}'));
    for (const login of LOGINS) if (arns[login] !== undefined) note(secretArn(login), arns[login]);
  }
  note(queues['webhooks-dead'], sources.get('dead-letter-webhook') ?? '');
}

const range = z.object({ startOffset: z.int(), endOffset: z.int(), count: z.int() });
const report = z.object({
  result: z.array(z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(range) })) })),
});

/** Reads what V8 has counted. The shortest range around a position has its count. */
async function readCoverage(folder: string): Promise<(path: string, offset: number) => boolean> {
  const scripts = new Map<string, z.output<typeof range>[][]>();
  for (const file of await readdir(folder)) {
    const { result } = report.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    for (const { url, functions } of result) {
      if (!url.startsWith(ROOT.href)) continue;
      scripts.set(url, [...(scripts.get(url) ?? []), functions.flatMap(({ ranges }) => ranges)]);
    }
  }
  return (path, offset) =>
    (scripts.get(pathToFileURL(fileURLToPath(new URL(path, ROOT))).href) ?? []).some((ranges) => {
      const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
      const [shortest] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
      return (shortest?.count ?? 0) > 0;
    });
}
