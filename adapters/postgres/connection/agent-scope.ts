import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/**
 * Runs work for a writing agent. Every transaction in it, also one that a later step of the work begins, reads rows that name the agent
 * and can write nothing (docs/adr/0056-agents-in-the-database.md).
 */
export function asAgent<T>(agent: string, work: () => Promise<T>): Promise<T> {
  // The empty text would count as no agent.
  if (agent.trim() === '') throw new TypeError('Work for an agent needs an agent');
  return scope.run(agent, work);
}

/** The agent whose work this is; undefined for all other work. */
export function currentAgent(): string | undefined {
  return scope.getStore();
}
