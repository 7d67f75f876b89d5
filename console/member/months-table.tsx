import { Button, Table, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { Schema } from '../../client/commission-client.ts';
import { money } from '../parts/money.ts';
import { monthName } from '../parts/month-name.ts';
import { Scrolling } from '../parts/scrolling.tsx';
import classes from '../parts/table-cells.module.css';
import { useRights } from '../session/use-rights.ts';
import { StatementRows } from './statement-rows.tsx';

interface MonthsTableProps {
  readonly memberRefId: string;
  /** The months, oldest first. */
  readonly months: readonly Schema<'TimelineEntry'>[];
}

/** The months of a member, newest first, each with one sentence and the rows of the statement on demand. Agents see no statements. */
export function MonthsTable({ memberRefId, months }: MonthsTableProps) {
  const { agent } = useRights();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (period: string) => {
    const next = new Set(opened);
    if (!next.delete(period)) next.add(period);
    setOpened(next);
  };
  return (
    <Scrolling label="Months">
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
            {agent === null && <Table.Th scope="col">Statement</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.toReversed().map(({ period, commissionAmount, reason, provisional, ...month }) => (
            <Fragment key={period}>
              <Table.Tr>
                <Table.Th scope="row" fw={500}>
                  {monthName(period)}
                </Table.Th>
                <Table.Td className={classes.number}>{money(commissionAmount)}</Table.Td>
                <Table.Td className={classes.number}>{owedWords(month)}</Table.Td>
                <Table.Td className={classes.sentence}>
                  {reason ?? ''}
                  {provisional && (
                    <Text size="xs" c="dimmed">
                      More statements of this month are expected.
                    </Text>
                  )}
                </Table.Td>
                {agent === null && (
                  <Table.Td>
                    <Button
                      className="no-print"
                      variant="default"
                      size="xs"
                      aria-expanded={opened.has(period)}
                      aria-label={`${opened.has(period) ? 'Hide' : 'Show'} the rows of ${monthName(period)}`}
                      onClick={() => toggle(period)}
                    >
                      {opened.has(period) ? 'Hide' : 'Show'}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
              {opened.has(period) && (
                <Table.Tr>
                  <Table.Td colSpan={5}>
                    <StatementRows memberRefId={memberRefId} period={period} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  );
}

/** Writes the owed amount. An amount by an estimated rate is marked, because it cannot be claimed. */
function owedWords({ commissionOwed, signals }: Pick<Schema<'TimelineEntry'>, 'commissionOwed' | 'signals'>): string {
  if (commissionOwed === 0) return '';
  const isEstimate = signals.some(({ code, certainty }) => code === 'UNDERPAID' && certainty === 'estimated');
  return isEstimate ? `${money(commissionOwed)} (estimate)` : money(commissionOwed);
}
