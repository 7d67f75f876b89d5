import { z } from 'zod';
import { memberStatuses } from './member-records.ts';

/** The search of everything (docs/reference/members-and-comparisons.md#search). */

/** The kinds of results, in the order of a list of results. */
const SEARCH_KINDS = ['person', 'policy', 'carrier', 'agent', 'month', 'file'] as const;
type SearchKind = (typeof SEARCH_KINDS)[number];

export const searchResult = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    id: z
      .string()
      .describe(
        'Of a person or a policy the member, of a carrier or a file its own; a month as YYYY-MM; an agent as named.',
      ),
    title: z.string().describe('The name, the policy number, the month or the name of the file.'),
    carrierName: z.string().nullable(),
    memberName: z.string().nullable().describe('Of a policy: who has it.'),
    memberExternalId: z.string().nullable(),
    formerName: z
      .string()
      .nullable()
      .describe('The name that was found, when the statements of today have another one.'),
    status: memberStatuses.nullable(),
    firstPeriod: z.string().nullable().describe('Of a person or a policy: the first month with the member.'),
    lastPeriod: z.string().nullable().describe('The last month that was paid; of a file its month.'),
    lastAmount: z.number().nullable().describe('What was paid last.'),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = Readonly<z.output<typeof searchResult>>;

interface SearchRequest {
  readonly q: string;
  /** The most results of each kind. */
  readonly limit: number;
}

export interface SearchReads {
  /**
   * Finds what has a word that begins with each word of the text, in any order of words, by kind. People are found by every name and
   * number that a statement had. Empty for a text without a letter or a digit.
   */
  search(
    accountId: string,
    request: SearchRequest & { readonly kinds: readonly SearchKind[] },
  ): Promise<readonly SearchResult[]>;
}

/** Searches everything that the person can open: an agent's own people and policies, and months. */
export function searchEverything(
  search: SearchReads,
  accountId: string,
  { isAgent, ...request }: SearchRequest & { readonly isAgent: boolean },
): Promise<readonly SearchResult[]> {
  return search.search(accountId, { ...request, kinds: isAgent ? ['person', 'policy', 'month'] : SEARCH_KINDS });
}
