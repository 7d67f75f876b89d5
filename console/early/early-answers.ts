import { TOKEN_KEY } from '../session/token-key.ts';

/**
 * Asks for the answers that the first screen needs while its code still loads. The page loads this file as a script of its own, before all
 * others, so it imports no package.
 */

/** An older answer may be about somebody who has signed out since. */
const FRESH_MS = 10_000;

type EarlyPath = 'v1/me' | 'v1/home';

const me = ask('v1/me');
const begun = new Map<EarlyPath, Promise<Response | null>>([['v1/me', me]]);
if (window.location.pathname === new URL('.', document.baseURI).pathname) {
  begun.set(
    'v1/home',
    me.then(async (answer) => (answer?.ok && (await seesAll(answer)) ? ask('v1/home') : null)),
  );
}

/** Resolves to null without an answer and after a failure. That nobody is signed in is an answer. */
async function ask(path: EarlyPath): Promise<Response | null> {
  const token = window.sessionStorage.getItem(TOKEN_KEY);
  try {
    const response = await fetch(path, token === null ? {} : { headers: { Authorization: `Bearer ${token}` } });
    // A body that nobody reads would keep its connection, so the text is read whether or not it is used.
    const text = await response.text();
    return response.ok || response.status === 401 ? new Response(text, response) : null;
  } catch {
    return null;
  }
}

/** An agent may not see the month, and its answer names the agent. A package that reads JSON by a schema would have to load first. */
async function seesAll(answer: Response): Promise<boolean> {
  return !/"agent":"/.test(await answer.clone().text());
}

/** Returns options of a call that let it use the early answer, once; none without one, so that the call asks again. */
export async function withEarlyAnswer(path: EarlyPath): Promise<{ readonly fetch?: () => Promise<Response> }> {
  const answer = begun.get(path);
  begun.delete(path);
  const response = performance.now() > FRESH_MS ? null : await answer;
  return response ? { fetch: () => Promise.resolve(response) } : {};
}
