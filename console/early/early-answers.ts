import { TOKEN_KEY } from '../session/token-key.ts';

/**
 * Asks for the answers that the first screen needs while its code still loads. The page loads this file as a script of its own, before all
 * others, so it imports no package.
 */

/** An older answer may be about somebody who has signed out since. */
const FRESH_MS = 10_000;

type EarlyPath = 'v1/me' | 'v1/home';

const begun = new Map<EarlyPath, Promise<Response | null>>();
begin('v1/me');
if (window.location.pathname === new URL('.', document.baseURI).pathname) begin('v1/home');

function begin(path: EarlyPath): void {
  const token = window.sessionStorage.getItem(TOKEN_KEY);
  // That nobody is signed in is an answer about the person, and none about the month: somebody may sign in before it is used.
  const isAnswer = ({ ok, status }: Response) => ok || (path === 'v1/me' && status === 401);
  const answer = fetch(path, token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }).then(
    (response) => (isAnswer(response) ? response : null),
    () => null,
  );
  begun.set(path, answer);
}

/** Returns options of a call that let it use the early answer, once; none without one, so that the call asks again. */
export async function withEarlyAnswer(path: EarlyPath): Promise<{ readonly fetch?: () => Promise<Response> }> {
  const answer = begun.get(path);
  begun.delete(path);
  const response = performance.now() > FRESH_MS ? null : await answer;
  return response ? { fetch: () => Promise.resolve(response) } : {};
}
