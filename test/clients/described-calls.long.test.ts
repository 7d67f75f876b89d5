import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { PROPERTY_RUNS, propertyRuns } from '../support/property-runs.ts';
import { startService, statement } from '../support/service.ts';
import {
  bodyOf,
  choicesOf,
  type DescribedCall,
  describedCall,
  describedOperations,
  isFilled,
  isRecord,
  knownValues,
  resolverOf,
  successOf,
} from './described-values.ts';

/**
 * Guarantee: a proxy that validates calls and answers against the description lets every answer of the service pass, and the service
 * refuses each call that the proxy would refuse. The client of the tests is the proxy: it fails for an answer that is not as described.
 */

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_701);
const service = await startService({ hasReports: true });
afterAll(() => service.close());

const ajv = new Ajv2020({ strict: false, validateFormats: true });
formatsPlugin.default(ajv);
ajv.addFormat('binary', true);
ajv.addSchema(Object(service.document), 'api');

test('answers good and bad calls to every operation as described', async () => {
  const operations = describedOperations(service.document);
  if (!isFilled(operations)) throw new Error('The description has no operations.');
  const choices = choicesOf(SEED);
  const { learn, known } = knownValues(choices);
  const source = { choices, known, resolve: resolverOf(service.document) };
  const faults: string[] = [];
  const accepted = new Set<string>();
  let account = await filledAccount();
  for (let made = 0; made < propertyRuns(5_000); made += 1) {
    const operation = operations[made % operations.length] ?? operations[0];
    const call = describedCall(operation, made % 3 !== 2, source);
    const name = `${operation.operationId} ${textOf(call)}`;
    try {
      const answer = await send(account, call);
      if (answer.status >= 500) faults.push(`${name} → ${answer.status} ${answer.body.slice(0, 300)}`);
      if (answer.status < 300) {
        if (isRefusedByProxy(call)) faults.push(`${name} → ${answer.status}, although the description refuses it`);
        faults.push(...csvFaults(call, answer));
        accepted.add(operation.operationId);
        if (operation.operationId !== 'getOpenApi') learn(answer.json, collectionOf(operation.template));
      }
      // Calls of the operator suspend and delete accounts, too.
      if (answer.body.includes('account_not_provisioned') || answer.status === 401) account = await filledAccount();
    } catch (error) {
      faults.push(`${name}: ${String(error).slice(0, 800)}`);
    }
    if (made % 50 === 0) await service.runJobs();
  }
  expect(faults).toEqual([]);
  // Some operations need what random calls do not make, such as a signed-in owner.
  if (PROPERTY_RUNS >= 1) expect(accepted.size).toBeGreaterThan(operations.length * 0.6);
});

async function filledAccount() {
  const account = await service.createAccount({ tier: 'enterprise' });
  const carrierId = await service.createCarrier({ account });
  for (const [period, amount] of [
    ['2026-01', 5],
    ['2026-02', 3],
    ['2026-03', 7],
  ] as const) {
    const rows = [['M-1', amount, { Policy: 'P-1', Agent: 'Rivera, Ana' }] as const, ['M-2', 4] as const];
    await account.load({ carrierId, period, file: statement(rows) });
  }
  return account;
}

/** The name of the things of a path, such as `carrier` for `/v1/carriers/{carrierId}`. */
function collectionOf(template: string): string {
  const last = template.split('/').findLast((part) => !part.startsWith('{')) ?? '';
  const single = last.replace(/ies$/, 'y').replace(/s$/, '');
  return single.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const textOf = ({ path, query, accept, body }: DescribedCall) =>
  JSON.stringify({ path, query, accept, body }).slice(0, 400);

/** True when the call breaks the description: an unknown parameter, or a body that its schema refuses. */
function isRefusedByProxy({ operation, query, body, bodyType, isGood }: DescribedCall): boolean {
  if (isGood) return false;
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  if (Object.keys(query).some((name) => !parameters.includes(name))) return true;
  const content = bodyOf(operation)?.[1];
  if (body === undefined || content === undefined || bodyType !== 'application/json') return false;
  const schema = pointerOf(content.schema.$ref, operation.template, operation.method);
  return !ajv.validate({ $ref: `api#${schema}` }, body);
}

/** Returns where the schema of a JSON body stands in the description. */
function pointerOf(reference: string | undefined, template: string, method: string): string {
  const steps = ['paths', template, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  if (reference !== undefined) return reference.slice(1);
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** Operations whose columns depend on the request or on the file. */
const OTHER_COLUMNS = ['getJobExceptions', 'getCumulative', 'runReport', 'runSavedReport', 'runReadyMadeReport'];
/** The columns of a rollup that is grouped by agent, which is a list of other rows. */
const BY_AGENT = 'carrierId,carrierName,agentId,agentName,paidNet,paidGross,chargebacks,agentRecordId';

/** Finds a CSV whose header row is not that of the example. */
function csvFaults({ operation, accept }: DescribedCall, { body, headers }: Answer): readonly string[] {
  if (OTHER_COLUMNS.includes(operation.operationId) || accept !== 'text/csv') return [];
  if (headers.get('content-type')?.startsWith('text/csv') !== true) return [`${operation.operationId} is no CSV`];
  const described = z.looseObject({ example: z.string() }).parse(successOf(operation)?.content?.['text/csv']);
  const [header, wanted] = [body, described.example].map((text) => text.split('\r\n', 1)[0]);
  const isByAgent = operation.operationId === 'getRollup' && header === BY_AGENT;
  return header === wanted || isByAgent
    ? []
    : [`${operation.operationId} has the columns ${header}, described: ${wanted}`];
}

type Answer = Awaited<ReturnType<typeof send>>;

async function send(account: Awaited<ReturnType<typeof filledAccount>>, call: DescribedCall) {
  const { operation, path, query, accept, headers, body, bodyType } = call;
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) search.set(field, String(value));
  const content = bodyType === 'multipart/form-data' ? { body: formOf(body) } : { json: body };
  return account.call(operation.method, search.size === 0 ? path : `${path}?${search}`, {
    token: operation.security.some((one) => 'operatorToken' in one) ? OPERATOR_TOKEN : account.token,
    headers: { ...headers, ...(accept === null ? {} : { Accept: accept }) },
    ...(body === undefined ? {} : content),
  });
}

function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(isRecord(fields) ? fields : {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name.toLowerCase().endsWith('file')) form.set(name, new Blob([text]), 'statement.csv');
    else form.set(name, text);
  }
  return form;
}
