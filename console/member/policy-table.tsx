import { Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { money } from '../parts/money.ts';
import { monthName } from '../parts/month-name.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import classes from '../parts/table-cells.module.css';

interface PolicySummary {
  readonly number: string;
  readonly plan: string | null;
  readonly first: string;
  readonly last: string;
  readonly lastPaid: number;
}

/** The policies of a member, the latest first. */
export function PolicyTable({ memberRefId }: { readonly memberRefId: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['member', memberRefId, 'journey'],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/journey', { params: { path: { memberRefId } } })),
  });
  if (error !== null) return <ProblemNotice title="The policies could not be loaded" error={error} />;
  const policies = policiesOf(data?.periods ?? []);
  if (policies.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4" mt="xl" mb="xs">
        Policies
      </Title>
      <Scrolling label="Policies">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Policy</Table.Th>
              <Table.Th scope="col">Plan</Table.Th>
              <Table.Th scope="col">First statement</Table.Th>
              <Table.Th scope="col">Last statement</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                Paid last
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {policies.map(({ number, plan, first, last, lastPaid }) => (
              <Table.Tr key={number}>
                <Table.Th scope="row" fw={500}>
                  {number}
                </Table.Th>
                <Table.Td>{plan ?? ''}</Table.Td>
                <Table.Td>{monthName(first)}</Table.Td>
                <Table.Td>{monthName(last)}</Table.Td>
                <Table.Td className={classes.number}>{money(lastPaid)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
    </>
  );
}

/** Sums up the months, oldest first, by policy. */
function policiesOf(months: readonly Schema<'JourneyMonth'>[]): readonly PolicySummary[] {
  const found = new Map<string, PolicySummary>();
  for (const { period, policies } of months)
    for (const { policyNumber, planName, commissionAmount } of policies) {
      if (policyNumber === null) continue;
      const before = found.get(policyNumber);
      found.set(policyNumber, {
        number: policyNumber,
        plan: planName ?? before?.plan ?? null,
        first: before?.first ?? period,
        last: period,
        lastPaid: commissionAmount,
      });
    }
  return [...found.values()].toSorted((a, b) => b.last.localeCompare(a.last));
}
