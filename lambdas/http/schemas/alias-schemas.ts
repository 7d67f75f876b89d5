import { z } from '@hono/zod-openapi';
import { normaliseId } from '../../../core/statement/member-key.ts';
import { CARRIER_ID } from './medicare-schemas.ts';
import { MEMBER_REF_ID } from './member-schemas.ts';
import { recordId } from './record-id.ts';
import { type Clock, statementMonth } from './report-query.ts';

/** Several ids of one member (docs/howto/join-two-ids-of-a-member.md). */

const ID_CHARACTERS_MAX = 200;
const WORKSPACE_ID = 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6';

export const externalIdText = (description: string) =>
  z
    .string()
    .max(ID_CHARACTERS_MAX, `must not be longer than ${ID_CHARACTERS_MAX} characters`)
    .refine((id) => normaliseId(id) !== '', 'must not be blank')
    .openapi({ description });

export const newAlias = z.strictObject({
  externalId: externalIdText("The other id, as the carrier writes it. Case and white space don't matter."),
});

const rescored = {
  rescoredPeriods: z.int().openapi({ description: 'Periods scored again, those of `jobIds` included.' }),
  jobIds: z
    .array(z.string())
    .optional()
    .openapi({ description: 'Of the jobs that score books too large to wait for; absent: everything is scored.' }),
};

const aliasFields = {
  externalId: z.string(),
  source: z.enum(['alternate_id', 'relayout', 'manual']).openapi({
    description:
      'alternate_id: statements show both ids, two forms of one id, or a renewal under another number. relayout: recognised by name where the carrier gave new ids to five members or more. manual: linked or accepted by hand.',
  }),
  period: z
    .string()
    .nullable()
    .openapi({ description: 'The month that brought it; null when it was linked without a proposal.' }),
  createdAt: z.iso.datetime(),
};

const alias = z.object(aliasFields).openapi('MemberAlias');
export const ALIAS_COLUMNS = Object.keys(aliasFields);
export const aliasList = z.object({ data: z.array(alias).readonly() });
const aliasExample = {
  externalId: '1EG4-TE5-MK73',
  source: 'manual' as const,
  period: null,
  createdAt: '2026-08-12T09:15:04.120Z',
};
export const aliasListExample: z.output<typeof aliasList> = { data: [aliasExample] };
export const aliasLinked = z.object({ ...aliasFields, ...rescored }).openapi('AliasLinked');
export const aliasLinkedExample: z.output<typeof aliasLinked> = { ...aliasExample, rescoredPeriods: 3 };

export const proposalQuery = (clock: Clock) =>
  z.strictObject({
    carrierId: recordId('The carrier.'),
    workspaceId: recordId('Only of this workspace.').optional(),
    period: statementMonth(clock, "Default: the carrier's latest period with data.").optional(),
  });

export const monthOfAliases = (clock: Clock) =>
  z
    .strictObject({
      carrierId: recordId('The carrier.'),
      workspaceId: recordId('Only of this workspace.').optional(),
      period: statementMonth(clock, 'The month in which the members return.'),
    })
    .openapi('MonthOfAliases');

const proposal = z
  .object({
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    externalId: z.string().openapi({ description: 'The id under which the member seems to return.' }),
    matchedBy: z.enum(['policy_number', 'effective_date', 'id', 'plan_and_premium', 'amount']).openapi({
      description:
        'What is the same beside the name. id: the id but for punctuation and leading zeros. amount: the commission.',
    }),
    workspaceId: z.string(),
  })
  .openapi('AliasProposal');
export const PROPOSAL_COLUMNS = Object.keys(proposal.shape);

export const aliasProposals = z
  .object({
    carrierId: z.string(),
    period: z.string().nullable().openapi({ description: 'Null when the carrier has no data.' }),
    missing: z.int().openapi({ description: 'Members of the month before who are missing.' }),
    returning: z.int().openapi({ description: 'How many members seem to return under another id.' }),
    data: z.array(proposal).readonly(),
    proposals: z.array(proposal).readonly().openapi({ description: 'The same rows as data.' }),
  })
  .openapi('AliasProposals');

const proposalExample: z.output<typeof proposal> = {
  memberRefId: MEMBER_REF_ID,
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  externalId: '1EG4-TE5-MK73',
  matchedBy: 'effective_date',
  workspaceId: WORKSPACE_ID,
};

export const aliasProposalsExample: z.output<typeof aliasProposals> = {
  carrierId: CARRIER_ID,
  period: '2026-08',
  missing: 79,
  returning: 1,
  data: [proposalExample],
  proposals: [proposalExample],
};

export const aliasesChanged = z
  .object({ members: z.int().openapi({ description: 'Ids linked, or unlinked.' }), ...rescored })
  .openapi('AliasesChanged');
export const aliasesChangedExample: z.output<typeof aliasesChanged> = { members: 78, rescoredPeriods: 4 };
