import createClient, { type Client } from 'openapi-fetch';
import { createContext, use } from 'react';
import type { paths } from '../../client/schema.d.ts';
import { Problem, parseProblem } from './problem.ts';

/** The typed calls of the service: `api.GET('/v1/me')`. */
export type Api = Client<paths>;

export interface ApiOptions {
  /** The address of the console without a trailing slash; the API is below it. */
  readonly baseUrl: string;
  /** Returns the access token of a person who signed in with one, or null to rely on the session cookie. */
  readonly readToken: () => string | null;
}

export function createApi({ baseUrl, readToken }: ApiOptions): Api {
  const api = createClient<paths>({ baseUrl, credentials: 'same-origin' });
  api.use({
    onRequest: ({ request }) => {
      const token = readToken();
      if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
      return request;
    },
    onError: () => new Problem({ status: 0, code: 'unreachable', detail: 'The service cannot be reached right now.' }),
  });
  return api;
}

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error('A component that calls the API is outside of ApiContext.');
  return api;
}

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a successful answer. Throws `Problem` for any other. */
export async function bodyOf<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined) throw parseProblem(response.status, error);
  return data;
}
