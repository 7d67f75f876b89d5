import { z } from 'zod';

/** The part of the HTTP API that the demo uses, as an agency's developer would write it. */

const accepted = z.object({ jobId: z.string(), fileId: z.string() });
const job = z.object({
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'canceled']),
  error: z.string().nullable(),
  stats: z.record(z.string(), z.number()).nullable(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
  progress: z.object({ stage: z.string(), percent: z.number() }),
});
export type Job = z.output<typeof job>;

const totals = z.object({
  memberCount: z.number(),
  green: z.number(),
  yellow: z.number(),
  red: z.number(),
  new: z.number(),
  reappeared: z.number(),
  commissionAtRisk: z.number(),
  commissionDropped: z.number(),
  commissionReduced: z.number(),
  commissionOwed: z.number(),
  owedEstimated: z.boolean(),
  commissionOwedEstimated: z.number(),
  chargebackCount: z.number(),
  chargebackAmount: z.number(),
});
export type RollupTotals = z.output<typeof totals>;

const rollup = z.object({
  period: z.string().nullable(),
  totals,
  byCarrier: z.array(totals.extend({ carrierId: z.string(), carrierName: z.string() })),
});
export type Rollup = z.output<typeof rollup>;

const resultRow = z.object({
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  planName: z.string().nullable(),
  status: z.string(),
  commissionAmount: z.number(),
  prevCommissionAmount: z.number(),
  commissionOwed: z.number(),
  chargebackAmount: z.number(),
});
export type ResultRow = z.output<typeof resultRow>;

const deltaRow = z.object({ field: z.string(), changeType: z.string() });
const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), pagination: z.object({ hasMore: z.boolean() }) });

const PAGE = 200;

export interface Upload {
  readonly carrierId: string;
  readonly period: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly statedTotal?: number;
  readonly mode: 'ingest' | 'append' | 'replace';
}

export class ServiceClient {
  readonly baseUrl: string;
  readonly #identity: Readonly<Record<string, string>>;

  /** Calls the service with a token, or with the headers of a signed-in person. */
  constructor(baseUrl: string, identity: string | Readonly<Record<string, string>>) {
    this.baseUrl = baseUrl;
    this.#identity = typeof identity === 'string' ? { Authorization: `Bearer ${identity}` } : identity;
  }

  /** Signs a person in by a link, as the console does, and returns the person's client. */
  static async signIn(baseUrl: string, link: string): Promise<ServiceClient> {
    const token = new URL(link).searchParams.get('token') ?? '';
    const response = await fetch(`${baseUrl}/v1/auth/magic-link/verify?token=${encodeURIComponent(token)}`, {
      redirect: 'manual',
    });
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    await response.body?.cancel();
    if (cookies.length === 0) throw new Error(`The link signs nobody in: ${response.status}`);
    return new ServiceClient(baseUrl, { Cookie: cookies.join('; '), Origin: baseUrl });
  }

  async post<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return answer.parse(await this.#call(path, init));
  }

  async put(path: string, body: unknown): Promise<void> {
    await this.#change('PUT', path, body);
  }

  async patch(path: string, body: unknown): Promise<void> {
    await this.#change('PATCH', path, body);
  }

  async get<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    return answer.parse(await this.#call(path));
  }

  async delete<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    return answer.parse(await this.#call(path, { method: 'DELETE' }));
  }

  async upload({ carrierId, period, fileName, bytes, statedTotal, mode }: Upload): Promise<z.output<typeof accepted>> {
    const form = new FormData();
    form.set('carrierId', carrierId);
    form.set('period', period);
    if (statedTotal !== undefined) form.set('statedTotal', String(statedTotal));
    if (mode !== 'ingest') form.set(mode, 'true');
    form.set('file', new Blob([new Uint8Array(bytes)]), fileName);
    return accepted.parse(await this.#call('/v1/files', { method: 'POST', body: form }));
  }

  /** Asks the service to infer the format of a file with an unknown layout. The caller parses the answer. */
  async inferConfig(
    carrierId: string,
    { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  ): Promise<unknown> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), fileName);
    return await this.#call(`/v1/carriers/${carrierId}/configs/infer`, { method: 'POST', body: form });
  }

  async job(jobId: string): Promise<Job> {
    return job.parse(await this.#call(`/v1/jobs/${jobId}`));
  }

  async rollup(period: string): Promise<Rollup> {
    return rollup.parse(await this.#call(`/v1/reports/rollup?period=${period}`));
  }

  async bytes(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#fetch(path)).arrayBuffer());
  }

  /** Reads all pages of a list. The path has a query. */
  lines<Row>(path: string, row: z.ZodType<Row>): Promise<Row[]> {
    return this.#all(path, row);
  }

  results(jobId: string, filter: string): Promise<ResultRow[]> {
    return this.#all(`/v1/jobs/${jobId}/results?${filter}`, resultRow);
  }

  deltas(jobId: string): Promise<z.output<typeof deltaRow>[]> {
    return this.#all(`/v1/jobs/${jobId}/deltas?`, deltaRow);
  }

  async #all<Row>(path: string, row: z.ZodType<Row>): Promise<Row[]> {
    const rows: Row[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const next = page(row).parse(await this.#call(`${path}&limit=${PAGE}&offset=${offset}`));
      rows.push(...next.data);
      if (!next.pagination.hasMore) return rows;
    }
  }

  async #change(method: string, path: string, body: unknown): Promise<void> {
    const init = { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    await this.#call(path, init);
  }

  async #call(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await this.#fetch(path, init);
    return response.status === 204 ? undefined : response.json();
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, ...this.#identity };
    const response = await fetch(`${this.baseUrl}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
