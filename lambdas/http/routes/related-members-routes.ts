import { z } from '@hono/zod-openapi';
import { findRelated, type RelatedReads, relatedMembers } from '../../../app/reads/find-related.ts';
import { isRefused } from '../../../core/problem.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

/** The household of a member, and the same name at other carriers. */
export function relatedMemberRoutes(reads: { readonly related: RelatedReads }): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/members/{memberRefId}/related',
      operationId: 'getRelatedMembers',
      access: 'account:read',
      tag: 'Members',
      summary: "The household of a member, and the member's name at other carriers",
      description: `By what statements say: the same policy number at the same carrier, and the same name at other carriers, in either order
of its parts. Numbers of different carriers are never joined.`,
      request: { params: z.object({ memberRefId: recordId('The member.') }) },
      responses: { 200: { description: 'The people.', schema: relatedMembers } },
    }).handle(async ({ params: { memberRefId } }, { account: { accountId } }) => {
      const found = await findRelated(reads, accountId, memberRefId);
      return isRefused(found) ? found : { status: 200, body: found };
    }),
  ];
}
