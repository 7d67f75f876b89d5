import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { answerInvitation, findLinkHolder, listInvitations } from '../../app/people/own-session.ts';
import type { InvitationStore, SignIn } from '../../app/people/people-ports.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { type HttpEnv, placeOf } from './http-env.ts';
import { isFromOwnPage } from './own-page.ts';
import { problemResponse } from './problem-response.ts';

const TOKEN_CHARACTERS_MAX = 200;
const invitationId = z.uuid();

export interface InvitationDeps {
  readonly signIn: Pick<SignIn, 'findSession'>;
  readonly invitations: InvitationStore;
  readonly publicUrl: string | null;
}

/**
 * Mounts the paths by which a page shows and answers invitations, and shows whom a link would sign in. They are not part of the described
 * API, because a session needs no account for them.
 */
export function mountInvitations(app: Hono<HttpEnv>, { signIn, invitations, publicUrl }: InvitationDeps): void {
  const sessionOf = async (c: Context<HttpEnv>) => {
    const cookie = c.req.header('Cookie');
    return cookie === undefined ? null : signIn.findSession(cookie);
  };
  app.get('/v1/auth/invitations', async (c) => {
    name(c);
    return answered(c, await listInvitations(invitations, await sessionOf(c)));
  });
  app.post('/v1/auth/invitations/:id/:answer{accept|decline}', async (c) => {
    name(c);
    if (!isFromOwnPage(c, publicUrl)) return answered(c, foreignPage());
    const id = invitationId.safeParse(c.req.param('id'));
    if (!id.success) return answered(c, refuse('not_found', 'You have no such invitation.'));
    const answer = c.req.param('answer') === 'accept' ? 'accept' : 'decline';
    const request = { sessionId: await sessionOf(c), invitationId: id.data, answer } as const;
    return answered(c, (await answerInvitation(invitations, request)) ?? {});
  });
  // The token is in a header, so that no log of addresses has it.
  app.get('/v1/auth/link', async (c) => {
    name(c);
    const token = c.req.header('X-Link-Token') ?? '';
    return answered(c, await findLinkHolder(invitations, token.slice(0, TOKEN_CHARACTERS_MAX)));
  });
}

const foreignPage = () => refuse('forbidden', 'Answer an invitation on a page of this service.');

function name(c: Context<HttpEnv>): void {
  c.set('operationId', 'signIn');
  c.set('route', '/v1/auth/*');
}

function answered(c: Context<HttpEnv>, result: object | Refused): Response {
  if (isRefused(result)) return problemResponse(result.refused, placeOf(c));
  return Response.json(result, { headers: { 'Cache-Control': 'no-store' } });
}
