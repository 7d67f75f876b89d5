import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Refused } from '../../core/problem.ts';
import { exampleOf } from './example-of.ts';
import type { HttpEnv } from './http-env.ts';
import {
  CSV_TYPE,
  type NameDownload,
  type Renderings,
  type Reply,
  type ResponseDefinition,
  type Responses,
  renderReply,
  renderStream,
} from './reply.ts';

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
