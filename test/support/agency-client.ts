import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { OPERATOR_TOKEN } from './running-service.ts';

/** An agency over plain HTTP, set up through the operator's endpoints. It uses only the promises of docs/reference. */
export interface Agency {
  readonly token: string;
  readonly carrierId: string;
  upload(statement: {
    readonly period: string;
    readonly csv: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly key?: string;
  }): Promise<Uploaded>;
  /** Polls until the job has ended. */
  ended(jobId: string): Promise<EndedJob>;
  get(path: string): Promise<unknown>;
  post(path: string, body?: object): Promise<unknown>;
}

const uploaded = z.object({
  jobId: z.string(),
  fileId: z.string(),
  status: z.string(),
  idempotent: z.boolean().optional(),
});
export type Uploaded = z.output<typeof uploaded>;

const endedJob = z.object({
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'canceled']),
  attempts: z.number(),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  stats: z.record(z.string(), z.number()),
});
export type EndedJob = z.output<typeof endedJob>;

const created = z.object({ id: z.string() });
const CONFIG = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
const POLL_MS = 50;

export async function createAgency(url: string): Promise<Agency> {
  const operator = caller(url, OPERATOR_TOKEN);
  const account = created.parse(await operator('POST', '/v1/admin/accounts', { name: 'Journey Benefits' }));
  const made = await operator('POST', `/v1/admin/accounts/${account.id}/tokens`, {});
  const { token } = z.object({ token: z.string() }).parse(made);
  const call = caller(url, token);
  const carrier = created.parse(await call('POST', '/v1/carriers', { name: 'Harbor First' }));
  await call('POST', `/v1/carriers/${carrier.id}/configs`, CONFIG);
  return agencyOf(url, token, carrier.id);
}

/** Returns the client of an existing agency, such as that of a service that restarted at another address. */
export function agencyOf(url: string, token: string, carrierId: string): Agency {
  const call = caller(url, token);
  return {
    token,
    carrierId,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    async upload({ period, csv, fields = {}, key }) {
      const form = new FormData();
      const all = {
        carrierId,
        periodYear: period.slice(0, 4),
        periodMonth: String(Number(period.slice(5))),
        ...fields,
      };
      for (const [name, value] of Object.entries(all)) form.set(name, value);
      form.set('file', new Blob([csv]), `${period}.csv`);
      return uploaded.parse(await call('POST', '/v1/files', form, key === undefined ? {} : { 'Idempotency-Key': key }));
    },
    async ended(jobId) {
      for (;;) {
        const job = endedJob.parse(await call('GET', `/v1/jobs/${jobId}`));
        if (job.status !== 'queued' && job.status !== 'processing') return job;
        await delay(POLL_MS);
      }
    },
  };
}

type Caller = (
  method: string,
  path: string,
  body?: FormData | object,
  headers?: Record<string, string>,
) => Promise<unknown>;

function caller(url: string, token: string): Caller {
  return async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}

/** Writes a statement with the two required columns. */
export function statementOf(rows: readonly (readonly [id: string, amount: string])[]): string {
  return ['Member ID,Commission', ...rows.map((row) => row.join(','))].join('\n');
}
