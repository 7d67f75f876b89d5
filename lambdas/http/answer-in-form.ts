import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { type Admission, inAccountPlace, OPERATOR } from './admission.ts';
import { exampleOf } from './example-of.ts';
import type { ExportedFile } from './export.ts';
import type { HttpEnv, HttpLog } from './http-env.ts';
import {
  CSV_TYPE,
  fileHeaders,
  type NameDownload,
  type Renderings,
  type Reply,
  type ResponseDefinition,
  type Responses,
  renderReply,
  renderStream,
} from './reply.ts';
import { type ExportSettings, SlowClient, sendExport } from './send-export.ts';

export interface ExportDeps extends Pick<Admission, 'exportPlaces' | 'accountPlaces'> {
  /** The limits of the host for exports; undefined streams them. */
  readonly exports?: ExportSettings | undefined;
  readonly log?: HttpLog;
}

/** A response form that holds all rows of a list. */
export interface ExportRequest {
  readonly mediaType: string;
  readonly operationId: string;
  /** The parsed request, which names the file. */
  readonly input: unknown;
  readonly nameDownload: NameDownload;
  readonly open: () => Promise<ExportedFile | Refused>;
  /** Returns the address of the same list from this row on. Null for a list that cannot begin at a row. */
  readonly hrefFrom: ((rows: number) => string) | null;
}

/** Refuses an export when no place was free. An account that waits for its own exports gets 429, because the service has not failed. */
export function noPlaceForExport(hasOwn: boolean): Refused {
  return refuse(hasOwn ? 'rate_limited' : 'service_unavailable', {
    detail: `${hasOwn ? 'Other exports of this account' : 'Too many exports'} are under way. Nothing of this one was begun.`,
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}

/** Answers with an export, in a place of the account over all processes and in one of this process. */
export function answerExport(
  c: Context<HttpEnv>,
  deps: ExportDeps,
  request: ExportRequest,
): Promise<Response | Refused> {
  const owner = c.get('accountId') ?? OPERATOR;
  return inAccountPlace(deps.accountPlaces, owner, () => exportInProcess(c, deps, request));
}

async function exportInProcess(
  c: Context<HttpEnv>,
  { exports: settings = {}, exportPlaces, log }: ExportDeps,
  { mediaType, operationId, input, nameDownload, open, hrefFrom }: ExportRequest,
): Promise<Response | Refused> {
  const owner = c.get('accountId') ?? OPERATOR;
  const place = await exportPlaces.take(owner);
  if (place === null) return noPlaceForExport(exportPlaces.hasAny(owner));
  const prepared = await prepare({ input, nameDownload, open }).catch((error: unknown) => {
    place.free();
    throw error;
  });
  const { opened, nameOf } = prepared;
  if (isRefused(opened)) {
    place.free();
    return opened;
  }
  const file: ExportedFile = {
    head: opened.head,
    pieces: (room) => opened.pieces(room),
    close: () => opened.close().finally(place.free),
  };
  const socket = c.env?.incoming?.socket;
  const { response, isStreamed } = await sendExport(file, {
    headers: fileHeaders(mediaType, nameOf(opened.head)),
    settings,
    nextHref: (rows) => hrefFrom?.(rows) ?? null,
    cutOff: socket?.destroy === undefined ? undefined : () => socket.destroy?.(),
    onReading: place.reading,
    onBroken: (error) =>
      log?.(error instanceof SlowClient ? 'info' : 'error', 'export_broken', {
        requestId: c.get('requestId'),
        operationId,
        error,
      }),
  });
  if (isStreamed) c.set('isStreamed', true);
  return response;
}

/** Finds the carrier for the file name, then opens the export. The order matters, because an opened export holds a database connection. */
async function prepare({ input, nameDownload, open }: Pick<ExportRequest, 'input' | 'nameDownload' | 'open'>) {
  const nameOf = await nameDownload(input);
  return { nameOf, opened: await open() };
}

interface ReplyForm<Body> {
  readonly c: Context<HttpEnv>;
  readonly deps: { readonly replyBytesMax?: number | undefined };
  readonly href: (path: string) => string;
  readonly chosen: string;
  readonly mediaType: string;
  readonly renderings: Renderings<Body>;
  /** The parsed request. */
  readonly input: unknown;
  readonly nameDownload: NameDownload;
}

/** Renders the handler's reply in the form that the client chose. */
export async function rendered<R extends Responses>(
  reply: Reply<R>,
  { c, deps, href, input, nameDownload, ...form }: ReplyForm<Reply<R>['body']>,
): Promise<Response | Refused> {
  const { status, body, headers = {} } = reply;
  if (body instanceof ReadableStream) {
    const { replyBytesMax } = deps;
    const { mediaType } = form;
    return renderStream({ status, body, headers }, { mediaType, isHead: c.req.method === 'HEAD', replyBytesMax });
  }
  const through = archivedIn(body);
  const isFile = form.chosen in form.renderings || form.chosen === CSV_TYPE;
  const fileName = isFile && body !== undefined ? (await nameDownload(input))(body) : null;
  const shown = through === null ? reply : { ...reply, headers: { ...headers, 'Archived-Through': through } };
  return renderReply(shown, { ...form, fileName, href, url: c.req.url });
}

/** Returns the last archived month that an answer names, which files say in a header; null without one. */
function archivedIn(body: unknown): string | null {
  const named = typeof body === 'object' && body !== null && 'archivedThrough' in body ? body.archivedThrough : null;
  return typeof named === 'string' ? named : null;
}

/** A form of the success response that a client must ask for. */
export interface OtherForm {
  readonly mediaType: string;
  /** Makes the example of the description in this form. Undefined for bytes. */
  readonly example: () => string | undefined;
}

/** Returns the forms beside JSON. The example of the response is shown in each. */
export function otherFormsOf<Schema extends z.ZodType>(
  response: ResponseDefinition<Schema>,
  renderings: Renderings<z.output<Schema>>,
): readonly OtherForm[] {
  return Object.entries(renderings).map(([mediaType, render]) => ({
    mediaType,
    example() {
      if (mediaType !== CSV_TYPE) return undefined;
      const text = render(response.example ?? exampleOf(response.schema));
      return typeof text === 'string' ? text : undefined;
    },
  }));
}
