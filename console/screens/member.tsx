import { Alert, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import classes from '../changes/changes.module.css';
import { MonthBars } from '../member/month-bars.tsx';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { money } from '../parts/money.ts';
import { monthName } from '../parts/month-name.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** A member by month: what was paid, and one sentence each. */
export function MemberScreen() {
  const api = useApi();
  const { id } = useParams({ from: '/signed-in/members/$id' });
  const path = { params: { path: { memberRefId: id } } };
  const member = useQuery({
    queryKey: ['member', id],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}', path)),
  });
  const timeline = useQuery({
    queryKey: ['timeline', id],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/timeline', path)),
  });
  const failed = member.error ?? timeline.error;
  if (member.data === undefined || timeline.data === undefined)
    return failed === null ? (
      <LoadingNotice />
    ) : (
      <ProblemNotice
        title="The member could not be loaded"
        error={failed}
        onRetry={() => void Promise.all([member.refetch(), timeline.refetch()])}
      />
    );
  const { memberName, memberExternalId, policyNumber, planName, agentName, carrierName } = member.data;
  const months = timeline.data.data;
  const facts = [
    carrierName,
    planName,
    policyNumber === null ? null : `Policy ${policyNumber}`,
    agentName === null ? null : `Agent ${agentName}`,
  ].filter((text) => text !== null);
  return (
    <>
      <PageTitle title={memberName ?? memberExternalId} lead={facts.join(' · ')} />
      {months.length === 0 ? (
        <Alert color="gray" title="No month yet">
          No statement with this member has been read.
        </Alert>
      ) : (
        <>
          <MonthBars months={months} />
          <section className={classes.scroll} aria-label="Months">
            <Table verticalSpacing="xs" mt="lg">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Month</Table.Th>
                  <Table.Th scope="col" className={classes.number}>
                    Paid
                  </Table.Th>
                  <Table.Th scope="col" className={classes.number}>
                    Owed
                  </Table.Th>
                  <Table.Th scope="col">What happened</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {months.toReversed().map(({ period, commissionAmount, commissionOwed, reason, provisional }) => (
                  <Table.Tr key={period}>
                    <Table.Th scope="row" fw={500}>
                      {monthName(period)}
                    </Table.Th>
                    <Table.Td className={classes.number}>{money(commissionAmount)}</Table.Td>
                    <Table.Td className={classes.number}>
                      {commissionOwed === null || commissionOwed === 0 ? '' : money(commissionOwed)}
                    </Table.Td>
                    <Table.Td>
                      {reason ?? ''}
                      {provisional && (
                        <Text size="xs" c="dimmed">
                          More statements of this month are expected.
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        </>
      )}
    </>
  );
}
