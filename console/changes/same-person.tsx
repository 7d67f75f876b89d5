import { Alert, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-session.ts';

type Proposal = components['schemas']['AliasProposal'];

const SAME: Readonly<Record<Proposal['matchedBy'], string>> = {
  policy_number: 'name and policy number',
  effective_date: 'name and effective date',
  id: 'name, and the same number but for its punctuation',
  plan_and_premium: 'name, plan and premium',
  amount: 'name and commission',
};
/** Largest number of questions at once. More of them are a carrier's new numbering, which is accepted as a whole. */
const SHOWN_MAX = 5;

interface Asked {
  /** Absent: of all carriers. */
  readonly carrierId?: string | undefined;
  readonly period: string;
}

interface OneMember extends Asked {
  /** Only questions about the member with this id, or with this number of the carrier. */
  readonly member?: { readonly memberRefId: string | null; readonly memberExternalId: string | null };
}

/** Asks whether a member who is gone and a new one are the same person, for a month or for one member of it. */
export function SamePersons({ member, carrierId, period }: OneMember) {
  const api = useApi();
  const query = { period, ...(carrierId !== undefined && { carrierId }) };
  const { data = [] } = useQuery({
    queryKey: ['alias-proposals', query],
    queryFn: async () => (await answerOf(api.GET('/v1/members/alias-proposals', { params: { query } }))).data,
  });
  const isAsked = ({ memberRefId, externalId }: Proposal) =>
    member === undefined || memberRefId === member.memberRefId || externalId === member.memberExternalId;
  return <Questions proposals={data.filter(isAsked)} />;
}

function Questions({ proposals }: { readonly proposals: readonly Proposal[] }) {
  const { mayChange } = useRights();
  if (!mayChange || proposals.length === 0) return null;
  const more = proposals.length - SHOWN_MAX;
  return (
    <div className="no-print">
      {proposals.slice(0, SHOWN_MAX).map((proposal) => (
        <Question key={`${proposal.memberRefId} ${proposal.externalId}`} proposal={proposal} />
      ))}
      {more > 0 && <Text c="dimmed">{more} more pairs look the same.</Text>}
    </div>
  );
}

function Question({ proposal }: { readonly proposal: Proposal }) {
  const api = useApi();
  const queries = useQueryClient();
  const { memberRefId, memberExternalId, memberName, externalId, matchedBy } = proposal;
  const join = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/v1/members/{memberRefId}/aliases', { params: { path: { memberRefId } }, body: { externalId } }),
      ),
    onSuccess: () => {
      notifications.show({
        message: `${memberName ?? memberExternalId}: ${memberExternalId} and ${externalId} are one person now. The person's page separates them.`,
      });
      return queries.invalidateQueries();
    },
  });
  return (
    <Alert color="blue" title={`${memberName ?? memberExternalId}: the same person?`} mb="sm">
      <Text>
        {memberExternalId} is gone and {externalId} is new, with the same {SAME[matchedBy]}.
      </Text>
      <Button size="xs" mt="xs" variant="default" loading={join.isPending} onClick={() => join.mutate()}>
        Yes, join them
      </Button>
      {join.error !== null && <ProblemNotice error={join.error} />}
    </Alert>
  );
}
