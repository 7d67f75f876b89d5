import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
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
