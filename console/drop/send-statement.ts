import { z } from 'zod/mini';
import { Problem, parseProblem } from '../api/problem.ts';

export interface StatementToSend {
  readonly file: File;
  readonly carrierId: string;
  /** `YYYY-MM`. */
  readonly period: string;
  readonly mode: 'new' | 'replace' | 'append';
  readonly workspaceId: string | null;
  /** A repeat under the same key adds nothing. */
  readonly key: string;
}

export interface SendOptions {
  readonly baseUrl: string;
  readonly token: string | null;
  readonly onPercent: (percent: number) => void;
}

const accepted = z.looseObject({ jobId: z.string(), fileId: z.string() });
export type Accepted = z.infer<typeof accepted>;

const LOST = 'The connection was lost. Send it again: it will not be counted twice.';

/** Uploads a statement. It uses XMLHttpRequest, because `fetch` does not tell how much was sent. Throws `Problem`. */
export function sendStatement(statement: StatementToSend, options: SendOptions): Promise<Accepted> {
  const { baseUrl, token, onPercent } = options;
  const request = new XMLHttpRequest();
  request.open('POST', `${baseUrl}/v1/files`);
  request.responseType = 'json';
  request.setRequestHeader('Idempotency-Key', statement.key);
  request.setRequestHeader('Accept', 'application/json');
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onPercent(Math.floor((100 * loaded) / total));
  });
  return new Promise((resolve, reject) => {
    const lose = () => reject(new Problem({ status: 0, code: 'unreachable', detail: LOST }));
    for (const event of ['error', 'abort', 'timeout'] as const) request.addEventListener(event, lose);
    request.addEventListener('load', () => {
      const body: unknown = request.response;
      const parsed = accepted.safeParse(body);
      if (request.status < 300 && parsed.success) resolve(parsed.data);
      else reject(parseProblem(request.status, body));
    });
    request.send(formOf(statement));
  });
}

function formOf({ file, carrierId, period, mode, workspaceId }: StatementToSend): FormData {
  const [year = '', month = ''] = period.split('-');
  const form = new FormData();
  form.set('carrierId', carrierId);
  form.set('periodYear', year);
  form.set('periodMonth', String(Number(month)));
  if (mode === 'replace') form.set('replace', 'true');
  if (mode === 'append') form.set('append', 'true');
  if (workspaceId !== null) form.set('workspaceId', workspaceId);
  form.set('file', file, file.name);
  return form;
}
