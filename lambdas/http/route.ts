import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { IdempotencyStore } from '../../app/files/accept-upload.ts';
import { type ArchiveReads, refuseArchivedRows } from '../../app/reads/archived-months.ts';
import type { ArchivedBook } from '../../core/account/decide-archive.ts';
import { isRefused, issueText, type ProblemCode, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { type Admission, OPERATOR, runAdmitted } from './admission.ts';
import { answerExport, type ExportDeps, type OtherForm, otherFormsOf, rendered } from './answer-in-form.ts';
import {
  answerOnce,
  fingerprintOf,
  type RouteEffect,
  readIdempotencyKey,
  refuseFullDisk,
  takesKey,
  withIdempotencyKey,
} from './answer-once.ts';
import {
  type AccountContext,
  type AuthenticationDeps,
  admitAccount,
  admitOperator,
  type BadTokens,
  inOwnScope,
  isOperatorToken,
  noteAgent,
  refuseToken,
} from './authentication.ts';
import { type Deprecation, noteDeprecation } from './every-response.ts';
import type { ExportedFile } from './export.ts';
import { clientAddressOf, type HttpEnv, type ProxyHops } from './http-env.ts';
import { addressOf, credentialsOf } from './own-page.ts';
import { isWholeList, restOfList, withoutPages } from './paging.ts';
import { NO_BODY, type ReceivedBody, receiveBody } from './receive-body.ts';
import {
  CSV_TYPE,
  type CsvView,
  chooseMediaType,
  type DownloadDeps,
  mediaTypeOfResponses,
  nameDownloads,
  type Renderings,
  type Reply,
  type ResponseDefinition,
  type Responses,
  renderingsOf,
  requireColumns,
} from './reply.ts';
import {
  type BodyLimits,
  bodyBytesMax,
  collectInput,
  isLarge,
  mayHaveBody,
  type RequestShape,
  refuseBodyHead,
  refuseInput,
  requireStrict,
} from './request-input.ts';

/** The callers of a route: everybody, a token with the scope, or the operator. */
type Access = 'public' | AccountAccess | 'operator';

/** `account:manage` needs an owner who has signed in. */
type AccountAccess = 'account:read' | 'account:write' | 'account:manage';

/** One endpoint, declared once. Validation, documentation and the tests over all routes derive from it. */
export interface RouteDefinition<Q extends RequestShape, R extends Responses> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path as in OpenAPI: `/v1/jobs/{jobId}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly request?: Q;
  readonly responses: { readonly [Status in keyof R]: ResponseDefinition<R[Status]> };
  /** Set on a POST if its statuses alone do not show whether it needs a key. */
  readonly effect?: RouteEffect;
  /** Set on a route that makes room, so that it works while the disk is full. Deletions need no mark. */
  readonly freesStorage?: true;
  /** The route's own refusals, beside those of every route of its kind (listed in openapi.ts). */
  readonly problems?: readonly ProblemCode[];
  /** Makes a list or table available as CSV too, with the same rows and these columns. */
  readonly csv?: CsvView<Reply<R>['body']>;
  /** Other forms of the same body, by media type. */
  readonly also?: Renderings<Reply<R>['body']>;
  /** Form fields whose text may also be sent as a file part. */
  readonly textFiles?: readonly string[];
  /** Set only if a JSON body may be larger than usual. */
  readonly jsonBytesMax?: number;
  /** Set on a route whose answer takes much work: an account has a few of them at once. */
  readonly isHeavy?: boolean;
  /** The name in the link map of GET /v1; only for paths without parameters. */
  readonly link?: string;
  /**
   * Set on routes that people with the role "agent" may call. `own_members`: the database shows the agent's own members only.
   * `own_session`: the route shows no members.
   */
  readonly agents?: 'own_members' | 'own_session';
  /** The query parameter that makes a change a preview, which changes nothing. With it the scope `read` is enough. */
  readonly preview?: 'dryRun';
  /** Set on an operation that will be gone. Its answers say so in their headers. */
  readonly deprecated?: Deprecation;
  /** True for pages that people read; they are not part of the API. */
  readonly undocumented?: boolean;
}

/** A route definition without its type parameters. */
type AnyRouteDefinition = Omit<RouteDefinition<RequestShape, Responses>, 'csv' | 'also' | 'responses'> & {
  readonly responses: Readonly<Record<number, ResponseDefinition<z.ZodType>>>;
};

export interface RouteDeps extends AuthenticationDeps, ExportDeps, Admission, DownloadDeps {
  readonly badTokens: BadTokens;
  readonly archive: ArchiveReads;
  readonly idempotency: IdempotencyStore;
  /** The base address under which clients reach the service, without a trailing slash; null to use a local Host. */
  readonly publicUrl: string | null;
  /** The number of our own proxies between the client and this process. */
  readonly proxyHops: ProxyHops;
  /** The directory for spooled bodies; by default the system's directory for temporary files. */
  readonly spoolDirectory?: string | undefined;
  /** The largest body that the host passes on, if smaller than the limit for files. */
  readonly fileBytesMax?: number | undefined;
  /** The largest response in bytes on a host that does not stream. */
  readonly replyBytesMax?: number | undefined;
}

export interface RequestContext {
  readonly requestId: string;
  readonly clientAddress: string | null;
  /** The absolute URL of a path such as `/v1/jobs/123`, for `_links`. */
  readonly href: (path: string) => string;
  readonly ifNoneMatch: string | null;
  /** True when the request has the operator's token; for public routes that show the operator more. */
  readonly isOperator: () => boolean;
}

export interface AccountRequest extends RequestContext {
  readonly account: AccountContext;
  readonly origin: RequestOrigin;
  /** The books of the account with archived months; empty for nearly every account. */
  readonly archivedBooks: readonly ArchivedBook[];
  /** The time of `archivedBooks`, by performance.now(). */
  readonly admittedMs: number;
}

/** A declared route. Modules export lists of routes; `createApp` mounts them. */
export interface Route {
  readonly definition: AnyRouteDefinition;
  readonly access: Access;
  /** The forms of the success response that a client must ask for. */
  readonly otherForms: readonly OtherForm[];
  readonly answer: (c: Context<HttpEnv>, deps: RouteDeps) => Promise<Response | Refused>;
}

type Input<Q extends RequestShape> = z.output<ReturnType<typeof z.object<Q>>>;
type Handler<Q extends RequestShape, R extends Responses, C> = (
  input: Input<Q>,
  request: C,
) => Reply<R> | Refused | Promise<Reply<R> | Refused>;
type NoRequest = Readonly<Record<never, never>>;

/** Makes a file with all rows of a list, for the media types that return all rows when the client sets no limit. */
type Exporters<Q extends RequestShape, C> = Readonly<
  Record<string, (input: Input<Q>, request: C) => Promise<ExportedFile | Refused>>
>;

/**
 * The second half of a declaration, which takes the handler. It is a separate call, so that the compiler knows the responses when it checks
 * the handler.
 */
export interface Declared<Q extends RequestShape, R extends Responses, C> {
  readonly handle: (handler: Handler<Q, R, C>, exporters?: Exporters<Q, C>) => Route;
}

/** Declares a route that anybody may call. */
export function publicRoute<R extends Responses, Q extends RequestShape = NoRequest>(
  definition: RouteDefinition<Q, R>,
): Declared<Q, R, RequestContext> {
  return declare({ definition, access: 'public', admit: async (c, deps) => contextOf(c, deps) });
}

/**
 * Declares a public route that shows the operator more. A request with a bad token gets the public answer and counts against its address,
 * so that guessing the operator's token is no faster here than elsewhere.
 */
export function publicRouteWithMore<R extends Responses, Q extends RequestShape = NoRequest>(
  definition: RouteDefinition<Q, R>,
): Declared<Q, R, RequestContext> {
  const admit = async (c: Context<HttpEnv>, deps: RouteDeps) => (await refuseGuess(c, deps)) ?? contextOf(c, deps);
  return declare({ definition, access: 'public', admit });
}

/** Returns the refusal once the address has sent too many bad tokens, else null. */
async function refuseGuess(c: Context<HttpEnv>, deps: RouteDeps): Promise<Refused | null> {
  const authorization = c.req.header('Authorization');
  if (authorization === undefined || isOperatorToken(authorization, deps)) return null;
  try {
    const { result } = await admitOperator(credentialsOf(c, deps.publicUrl), deps);
    if (!isRefused(result) || result.refused.code !== 'unauthorized') return null;
    const refused = refuseToken(c, deps, result);
    return refused === result ? null : refused;
  } catch {
    // The database is unreachable, and this route exists to report that.
    return null;
  }
}

/** Declares a route for an account's token with the scope; the handler gets the account. */
export function accountRoute<R extends Responses, Q extends RequestShape = NoRequest>(
  definition: RouteDefinition<Q, R> & { readonly access: AccountAccess },
): Declared<Q, R, AccountRequest> {
  const scope = SCOPES[definition.access];
  const admit = async (c: Context<HttpEnv>, deps: RouteDeps): Promise<AccountRequest | Refused> => {
    const { agents, preview = '' } = definition;
    const required = {
      scope: c.req.query(preview) === 'true' ? 'read' : scope,
      isForAgents: agents !== undefined,
    } as const;
    const { result, headers } = await admitAccount(credentialsOf(c, deps.publicUrl), required, deps);
    c.set('headers', headers);
    if (isRefused(result)) return refuseToken(c, deps, result);
    c.set('accountId', result.accountId);
    if (definition.agents === 'own_members') noteAgent(c, result);
    const actor = result.person === null ? `token:${result.tokenId}` : `person:${result.person.email}`;
    const context = contextOf(c, deps);
    const { accountId, archivedThrough = null } = result;
    const admittedMs = performance.now();
    const archivedBooks = archivedThrough === null ? [] : await deps.archive.listBooks(accountId);
    const origin = { actor, ip: context.clientAddress, requestId: context.requestId };
    return { ...context, account: result, origin, archivedBooks, admittedMs };
  };
  const refuseArchived = (input: unknown, admitted: AccountRequest, { archive }: RouteDeps) => {
    const { account, archivedBooks: books, admittedMs } = admitted;
    const own = { operationId: definition.operationId, accountId: account.accountId };
    return refuseArchivedRows(archive, { ...own, input, books, waitedMs: performance.now() - admittedMs });
  };
  return declare({ definition, access: definition.access, admit, refuse: refuseArchived });
}

const SCOPES = { 'account:read': 'read', 'account:write': 'write', 'account:manage': 'manage' } as const;

/** Declares a route for the operator's token. */
export function operatorRoute<R extends Responses, Q extends RequestShape = NoRequest>(
  definition: RouteDefinition<Q, R>,
): Declared<Q, R, RequestContext> {
  const admit = async (c: Context<HttpEnv>, deps: RouteDeps): Promise<RequestContext | Refused> => {
    const { result, headers } = await admitOperator(credentialsOf(c, deps.publicUrl), deps);
    c.set('headers', headers);
    return isRefused(result) ? refuseToken(c, deps, result) : contextOf(c, deps);
  };
  return declare({ definition, access: 'operator', admit });
}

interface Declaration<Q extends RequestShape, R extends Responses, C> {
  readonly definition: RouteDefinition<Q, R>;
  readonly access: Access;
  readonly admit: (c: Context<HttpEnv>, deps: RouteDeps) => Promise<C | Refused>;
  /** Refuses a valid request before its handler is called; null allows it. */
  readonly refuse?: (input: unknown, admitted: C, deps: RouteDeps) => Promise<Refused | null>;
}

function declare<Q extends RequestShape, R extends Responses, C>(declaration: Declaration<Q, R, C>): Declared<Q, R, C> {
  const { definition, access } = declaration;
  requireStrict(definition.operationId, definition.request ?? {});
  const mediaType = mediaTypeOfResponses(definition.responses);
  const renderings = renderingsOf(definition.csv, definition.also);
  const otherForms = formsOf(definition, renderings);
  const offers = [mediaType, ...Object.keys(renderings)];
  const isRunOnce = takesKey(definition);
  const handle = (handler: Handler<Q, R, C>, exporters: Exporters<Q, C> = {}): Route => {
    const schema = z.object(definition.request);
    // The function checks the token and its rate, then the accepted media types, then the whole request, and then calls the handler.
    const answer = async (c: Context<HttpEnv>, deps: RouteDeps): Promise<Response | Refused> => {
      const admitted = await declaration.admit(c, deps);
      noteDeprecation(c, definition);
      if (isRefused(admitted)) return admitted;
      return inOwnScope(c, deps.sessions, () => answerAdmitted(admitted, c, deps));
    };
    const answerAdmitted = async (admitted: C, c: Context<HttpEnv>, deps: RouteDeps): Promise<Response | Refused> => {
      const chosen = chooseMediaType(c.req.header('Accept'), offers);
      if (chosen === null) return refuse('not_acceptable', `This endpoint gives ${offers.join(' or ')}.`);
      const { jsonBytesMax, textFiles } = definition;
      const limits = { jsonBytesMax, textFiles, fileBytesMax: deps.fileBytesMax };
      const nameDownload = nameDownloads(c, deps, definition.operationId);
      const render = (reply: Reply<R> | Response | Refused, input?: unknown) =>
        isRefused(reply) || reply instanceof Response
          ? reply
          : rendered(reply, {
              c,
              deps,
              chosen,
              mediaType,
              renderings,
              input,
              nameDownload,
              href: contextOf(c, deps).href,
            });
      const answerRequest = async (body: ReceivedBody) => {
        const collected = await collectInput(c, definition.request ?? {}, { ...limits, body });
        if (isRefused(collected)) return collected;
        const isWhole = isWholeList(c, chosen === mediaType, collected.raw);
        const exporter = isWhole ? exporters[chosen] : undefined;
        const isShortList = isWhole && exporter === undefined && chosen === CSV_TYPE;
        const raw = isShortList ? withoutPages(definition.request ?? {}, collected.raw) : collected.raw;
        const parsed = schema.safeParse(raw, { reportInput: true, error: issueText });
        const { key, errors } = isRunOnce ? readIdempotencyKey(c.req.raw.headers) : NO_KEY;
        const faults = [...collected.errors, ...errors];
        if (!parsed.success || faults.length > 0) return refuseInput(faults, parsed.error);
        const refused = (await declaration.refuse?.(parsed.data, admitted, deps)) ?? null;
        if (refused !== null) return refused;
        const { operationId } = definition;
        if (key !== null) {
          const once = { key, fingerprint: fingerprintOf(operationId, raw) };
          return answerOnce(onceOf(c, deps, once), async () =>
            render(await handler(parsed.data, admitted), parsed.data),
          );
        }
        if (exporter === undefined) return render(await handler(parsed.data, admitted), parsed.data);
        const open = () => exporter(parsed.data, admitted);
        const hrefFrom = restOfList(parsed.data, c.req.url, contextOf(c, deps).href);
        return answerExport(c, deps, {
          mediaType: chosen,
          operationId,
          open,
          hrefFrom,
          nameDownload,
          input: parsed.data,
        });
      };
      // The body has arrived before a slot is taken, so that a slow sender cannot hold one.
      const received = await receiveBodyOf(c, { access, definition }, { deps, limits });
      if (isRefused(received)) return received;
      try {
        const kind = isLarge(definition) ? 'form' : definition.isHeavy ? 'heavy' : 'light';
        const reply = await runAdmitted(deps, { owner: accountOf(c), kind }, () => answerRequest(received));
        return await render(reply);
      } finally {
        await received.discard();
      }
    };
    return { definition: withIdempotencyKey(definition), access, otherForms, answer };
  };
  return { handle };
}

const NO_KEY = { key: null, errors: [] } as const;

function onceOf(
  c: Context<HttpEnv>,
  { idempotency, log }: RouteDeps,
  once: { readonly key: string; readonly fingerprint: string },
) {
  const fields = { requestId: c.get('requestId'), operationId: c.get('operationId') };
  return {
    store: idempotency,
    request: { accountId: c.get('accountId') ?? null, ...once },
    onNotKept: (error: unknown) => log?.('error', 'idempotency_key_not_kept', { ...fields, error }),
  };
}

const accountOf = (c: Context<HttpEnv>): string => c.get('accountId') ?? OPERATOR;

/** Refuses by the headers before a byte of the body is read. */
async function receiveBodyOf(
  c: Context<HttpEnv>,
  { access, definition }: Pick<Route, 'access' | 'definition'>,
  { deps, limits }: { readonly deps: RouteDeps; readonly limits: BodyLimits },
): Promise<ReceivedBody | Refused> {
  if (!mayHaveBody(definition)) return NO_BODY;
  const shape = definition.request ?? {};
  const refused =
    refuseBodyHead(c.req.raw, shape, limits) ?? (await refuseFullDisk({ access, definition }, deps.isDiskFull));
  if (refused !== null) return refused;
  const sender = { account: accountOf(c), address: clientAddressOf(c, deps.proxyHops) ?? 'unknown' };
  return receiveBody(c.req.raw, {
    sender,
    ...bodyBytesMax(shape, limits),
    ...{ directory: deps.spoolDirectory, isDiskFull: deps.isDiskFull, places: deps.bodyPlaces },
  });
}

/** Returns the other forms. The columns of CSV are checked against the example of the first response. */
function formsOf<Q extends RequestShape, R extends Responses>(
  { operationId, responses, csv }: RouteDefinition<Q, R>,
  renderings: Renderings<Reply<R>['body']>,
): Route['otherForms'] {
  const first: ResponseDefinition<R[keyof R]> | undefined = Object.values(responses)[0];
  if (first === undefined) return [];
  if (csv !== undefined) requireColumns(csv, first, operationId);
  return otherFormsOf(first, renderings);
}

function contextOf(c: Context<HttpEnv>, deps: RouteDeps): RequestContext {
  const { publicUrl, proxyHops } = deps;
  return {
    requestId: c.get('requestId'),
    clientAddress: clientAddressOf(c, proxyHops),
    href: (path) => `${publicUrl ?? addressOf(c)}${path}`,
    ifNoneMatch: c.req.header('If-None-Match') ?? null,
    isOperator: () => isOperatorToken(c.req.header('Authorization'), deps),
  };
}
