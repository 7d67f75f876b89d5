import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { money, shortMonthName } from '../parts/shown-values.ts';
import classes from './member.module.css';

type Related = Schema<'RelatedMember'>;

/** Shows the people of the member's policies, and members of the same name at other carriers, whose numbers are never joined. */
export function RelatedPeople({ memberRefId }: { readonly memberRefId: string }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['member', memberRefId, 'related'],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/related', { params: { path: { memberRefId } } })),
  });
  if (data === undefined) return null;
  const household = data.data.filter(({ relation }) => relation === 'household');
  const elsewhere = data.data.filter(({ relation }) => relation === 'same_name');
  return (
    <>
      {(household.length > 0 || data.groupMembers !== null) && (
        <section aria-label="Household">
          <Title order={2} size="h4" mb="xs">
            {data.groupMembers === null ? 'On the same policy' : 'A group'}
          </Title>
          {household.map((other) => (
            <Person key={other.memberRefId} other={other} />
          ))}
          {data.householdPaidTotal !== null && (
            <Text size="sm" c="dimmed">
              Paid for them together: {money(data.householdPaidTotal)}
            </Text>
          )}
          {data.groupMembers !== null && (
            <Text size="sm">{data.groupMembers.toLocaleString('en-US')} people have this policy number.</Text>
          )}
        </section>
      )}
      {elsewhere.length > 0 && (
        <section aria-label="The same name at other carriers">
          <Title order={2} size="h4" mb="xs">
            The same name at other carriers
          </Title>
          {elsewhere.map((other) => (
            <Person key={other.memberRefId} other={other} />
          ))}
        </section>
      )}
    </>
  );
}

function Person({ other }: { readonly other: Related }) {
  const { memberRefId, memberName, memberExternalId, relation, carrierName, status } = other;
  const paid =
    other.lastPaidPeriod === null
      ? 'never paid'
      : `${money(other.lastPaidAmount)} in ${shortMonthName(other.lastPaidPeriod)}`;
  const facts = [relation === 'household' ? memberExternalId : carrierName, status === 'red' ? 'gone' : null, paid];
  return (
    <div className={classes.line}>
      <Text size="sm">
        <TextLink to="/members/$id" params={{ id: memberRefId }}>
          {memberName ?? memberExternalId}
        </TextLink>{' '}
        <span className={classes.quiet}>{facts.filter((fact) => fact !== null).join(', ')}</span>
      </Text>
    </div>
  );
}

interface OtherNumbersProps {
  readonly memberRefId: string;
  readonly mayWrite: boolean;
}

/** The other numbers under which statements show the member, each with a button that makes it a member of its own again. */
export function OtherNumbers({ memberRefId, mayWrite }: OtherNumbersProps) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['member', memberRefId, 'aliases'],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/aliases', { params: { path: { memberRefId } } })),
  });
  if (error !== null) return <ProblemNotice title="The other numbers could not be loaded" error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section aria-label="Other member numbers">
      <Title order={2} size="h4" mb="xs">
        Other member numbers
      </Title>
      <Text size="sm" c="dimmed">
        Statements show this member under these numbers too.
      </Text>
      {data.data.map(({ externalId }) => (
        <OtherNumber key={externalId} memberRefId={memberRefId} mayWrite={mayWrite} externalId={externalId} />
      ))}
    </section>
  );
}

function OtherNumber({ memberRefId, mayWrite, externalId }: OtherNumbersProps & { readonly externalId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const separate = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/v1/members/{memberRefId}/aliases/{externalId}', { params: { path: { memberRefId, externalId } } }),
      ),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Group mt="xs" gap="sm">
        <Text fw={500}>{externalId}</Text>
        {mayWrite && (
          <Button
            size="xs"
            variant="default"
            aria-label={`It is another person: ${externalId}`}
            loading={separate.isPending}
            onClick={() => separate.mutate()}
          >
            It is another person
          </Button>
        )}
      </Group>
      {separate.error !== null && <ProblemNotice error={separate.error} />}
    </>
  );
}

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
