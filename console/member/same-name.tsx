import { Button, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './member.module.css';

const NAMESAKES_MAX = 20;

interface SameNameProps {
  readonly member: Schema<'MemberWithOwed'>;
  readonly mayWrite: boolean;
}

/** Shows members of the same name at the carrier, of whom one can say that they are this person. */
export function SameName({ member, mayWrite }: SameNameProps) {
  const api = useApi();
  const { memberName, memberRefId, carrierName } = member;
  const q = (memberName ?? '').slice(0, 200);
  const { data } = useQuery({
    queryKey: ['search', 'namesakes', q],
    enabled: q.trim() !== '',
    queryFn: () => answerOf(api.GET('/v1/search', { params: { query: { q, limit: NAMESAKES_MAX } } })),
  });
  const namesakes = (data?.data ?? []).filter(
    ({ kind, id, formerName }) => kind === 'person' && id !== memberRefId && formerName === null,
  );
  // Two numbers that one carrier pays at the same time are two people.
  const maybeSame = namesakes.filter(
    (other) => other.carrierName === carrierName && (member.status === 'red' || other.status === 'red'),
  );
  if (maybeSame.length === 0) return null;
  return (
    <section aria-label="The same person?">
      <Title order={2} size="h4" mb="xs">
        The same person?
      </Title>
      {maybeSame.map((other) => (
        <Namesake key={other.id} other={other} memberRefId={memberRefId} mayJoin={mayWrite} />
      ))}
    </section>
  );
}

interface NamesakeProps {
  readonly other: Schema<'SearchResult'>;
  readonly memberRefId: string;
  readonly mayJoin: boolean;
}

function Namesake({ other, memberRefId, mayJoin }: NamesakeProps) {
  const api = useApi();
  const queries = useQueryClient();
  const externalId = other.memberExternalId ?? '';
  const join = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/v1/members/{memberRefId}/aliases', { params: { path: { memberRefId } }, body: { externalId } }),
      ),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      <div className={classes.line}>
        <Text size="sm">
          <TextLink to="/members/$id" params={{ id: other.id }}>
            {other.title}
          </TextLink>{' '}
          <span className={classes.quiet}>
            {externalId}, {other.carrierName}
          </span>
        </Text>
        {mayJoin && (
          <Button
            size="compact-xs"
            variant="default"
            className="no-print"
            aria-label={`Join with ${externalId}`}
            loading={join.isPending}
            onClick={() => join.mutate()}
          >
            Join
          </Button>
        )}
      </div>
      {join.error !== null && <ProblemNotice title="The numbers were not joined" error={join.error} />}
    </>
  );
}
