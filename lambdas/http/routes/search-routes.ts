import { z } from '@hono/zod-openapi';
import { type SearchReads, searchEverything, searchResult } from '../../../app/reads/search-everything.ts';
import { integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

const LIMIT_DEFAULT = 8;
const LIMIT_MAX = 50;

/** The search of everything. */
export function searchRoutes({ search }: { readonly search: SearchReads }): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/search',
      operationId: 'getSearchResults',
      access: 'account:read',
      agents: 'own_members',
      tag: 'Members',
      summary: 'Search people, policies, carriers, agents, months and files',
      description: `What has a word that begins with each word of \`q\`, in any order, without regard to case, accents and hyphens; a file by any part
of its name. People are found by every name and number that a statement had, over all carriers. Sorted by kind, the best first. An agent
finds own members and their policies, and months.`,
      link: 'search',
      request: {
        query: z.strictObject({
          q: z
            .string()
            .min(1, 'must not be empty')
            .max(200, 'must not be longer than 200 characters')
            .openapi({ description: 'The words, as people type them.', example: 'garcia mar' }),
          limit: integerText({ min: 1, max: LIMIT_MAX, description: 'The most results of each kind.' }).default(
            LIMIT_DEFAULT,
          ),
        }),
      },
      responses: {
        200: { description: 'The results.', schema: z.object({ data: z.array(searchResult).readonly() }) },
      },
    }).handle(async ({ query: { q, limit } }, { account }) => {
      const isAgent = account.person?.role === 'agent';
      return { status: 200, body: { data: await searchEverything(search, account.accountId, { q, limit, isAgent }) } };
    }),
  ];
}
