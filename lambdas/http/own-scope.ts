import type { Context } from 'hono';
import type { AccountContext, SessionDeps } from './authentication.ts';
import type { HttpEnv } from './http-env.ts';

/** Notes the writing agent whose members alone the caller may read. */
export function noteAgent(c: Context<HttpEnv>, { person }: AccountContext): void {
  if (person?.role === 'agent') c.set('agent', person.agent ?? '');
}

/** Runs the work of an agent with the agent's rights in the database, and all other work as it is. */
export function inOwnScope<T>(
  c: Context<HttpEnv>,
  sessions: SessionDeps | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const agent = c.get('agent');
  if (agent === undefined) return work();
  if (sessions === undefined) throw new Error('An agent signs in with a session');
  return sessions.asAgent(agent, work);
}
