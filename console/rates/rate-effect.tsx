import { Alert, Table, Text } from '@mantine/core';
import type { components } from '../../client/generated/api-types.ts';
import { counted, money } from '../parts/money.ts';
import { monthName } from '../parts/month-name.ts';
import { Scrolling } from '../parts/scrolling.tsx';
import classes from '../parts/table-cells.module.css';
import { effectSentence } from './rate-words.ts';

/** Shows what rates would change, before anything is stored. */
export function RateEffect({
  owed,
  children,
}: {
  readonly owed: NonNullable<components['schemas']['OwedComparison']>;
  readonly children?: string;
}) {
  const { totals, largestDifferences, periodsLeftOut } = owed;
  return (
    <Alert color="blue" title="What would change" role="status">
      {children !== undefined && <Text size="sm">{children}</Text>}
      <Text size="sm">{effectSentence(totals)}</Text>
      {periodsLeftOut > 0 && (
        <Text size="sm">
          {counted(periodsLeftOut, 'month')} of very large statements {periodsLeftOut === 1 ? 'is' : 'are'} not counted
          here.
        </Text>
      )}
      {largestDifferences.length > 0 && (
        <Scrolling label="The largest differences">
          <Table verticalSpacing={4} mt="xs" aria-label="The largest differences">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Member</Table.Th>
                <Table.Th scope="col">Month</Table.Th>
                <Table.Th scope="col" className={classes.number}>
                  Owed now
                </Table.Th>
                <Table.Th scope="col" className={classes.number}>
                  Owed then
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {largestDifferences.map((row) => (
                <Table.Tr key={`${row.memberRefId} ${row.period} ${row.workspaceId}`}>
                  <Table.Th scope="row" fw={500}>
                    {row.memberName ?? row.memberExternalId}
                  </Table.Th>
                  <Table.Td>{monthName(row.period)}</Table.Td>
                  <Table.Td className={classes.number}>{owedWords(row.commissionOwedBefore)}</Table.Td>
                  <Table.Td className={classes.number}>{owedWords(row.commissionOwedAfter)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
      )}
    </Alert>
  );
}

/** Writes the owed amount. Null means that no rate was known for the payment. */
function owedWords(amount: number | null): string {
  return amount === null ? 'not known' : money(amount);
}
