/** The name under which the browser's tab keeps the access token of a person who signed in with one. */
export const TOKEN_KEY = 'commission-statements-token';

/**
 * Requests the answers that the first screen needs while its code still loads. The page loads this file as a script of its own, before all
 * others, so it imports no package.
 */

/** The age in milliseconds up to which an answer is used. An older answer may be about a person who has signed out since. */
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

/** Requests an answer. Resolves to null after a failure. A 401 is an answer: it says that nobody is signed in. */
async function ask(path: EarlyPath): Promise<Response | null> {
  const token = window.sessionStorage.getItem(TOKEN_KEY);
  try {
    const response = await fetch(path, token === null ? {} : { headers: { Authorization: `Bearer ${token}` } });
    // The text is read whether or not it is used, because an unread body would keep its connection.
    const text = await response.text();
    return response.ok || response.status === 401 ? new Response(text, response) : null;
  } catch {
    return null;
  }
}

/**
 * True when the person may see the figures of the month. An agent may not, and the answer about an agent names the agent. The text is
 * searched, because a package that reads JSON by a schema would have to load first.
 */
async function seesAll(answer: Response): Promise<boolean> {
  return !/"agent":"/.test(await answer.clone().text());
}

/**
 * Returns options by which a call uses the early answer, once. Without an early answer the options are empty, and the call sends its
 * request.
 */
export async function withEarlyAnswer(path: EarlyPath): Promise<{ readonly fetch?: () => Promise<Response> }> {
  const answer = begun.get(path);
  begun.delete(path);
  const response = performance.now() > FRESH_MS ? null : await answer;
  return response ? { fetch: () => Promise.resolve(response) } : {};
}
