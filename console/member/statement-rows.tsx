import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { money, monthName } from '../parts/shown-values.ts';
import classes from './member.module.css';

type Line = Schema<'MemberLine'>;

/** The most rows of a month that are shown. A member has one to three. */
const ROWS_MAX = 10;

/** Shows the rows of statements that a member's month was made from. */
export function StatementRows({ memberRefId, period }: { readonly memberRefId: string; readonly period: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['member', memberRefId, 'lines', period],
    queryFn: () =>
      answerOf(
        api.GET('/v1/members/{memberRefId}/lines', {
          params: { path: { memberRefId }, query: { period, limit: ROWS_MAX } },
        }),
      ),
  });
  if (error !== null) return <ProblemNotice title="The rows could not be loaded" error={error} />;
  if (data === undefined) return <RowSkeleton />;
  if (data.data.length === 0)
    return <Text size="sm">No statement of {monthName(period)} has a row of this member.</Text>;
  return (
    <>
      {data.data.map((line) => (
        <StatementRow key={`${line.fileId} ${line.sheet} ${line.row}`} line={line} />
      ))}
      {data.pagination.hasMore && <Text size="sm">The first {ROWS_MAX} rows are shown.</Text>}
    </>
  );
}

/** Has the height of a row with the names of its columns. */
function RowSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading …</span>
      <Skeleton height={96} />
    </div>
  );
}

interface Cell {
  readonly header: string | null;
  readonly text: string;
}

/** Shows a row with the names of its columns: as the carrier printed it while the file is kept, afterwards as it was read. */
function StatementRow({ line }: { readonly line: Line }) {
  const api = useApi();
  const { fileId, fileName, row, sheet } = line;
  const printed = useQuery({
    queryKey: ['file-row', fileId, sheet, row],
    queryFn: () =>
      answerOf(api.GET('/v1/files/{fileId}/rows/{row}', { params: { path: { fileId, row }, query: { sheet } } })).catch(
        () => null,
      ),
  });
  if (printed.data === undefined) return <RowSkeleton />;
  const sheetName = printed.data?.sheetName ?? null;
  const cells: readonly Cell[] = printed.data?.cells ?? cellsOf(line);
  return (
    <div className={classes.row}>
      <Text size="sm">
        {fileName}
        {sheetName !== null && `, sheet ${sheetName}`}, row {row}
        {printed.data === null && ' (the file itself is not kept any more; this is what was read from it)'}
      </Text>
      <Scrolling label={`Row ${row} of ${fileName}`}>
        <Table withTableBorder withColumnBorders fz="sm">
          <Table.Thead>
            <Table.Tr>
              {cells.map(({ header }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Columns have an order, and names may repeat.
                <Table.Th key={index} scope="col" className={classes.printed}>
                  {header ?? <span className="visually-hidden">Column {index + 1}</span>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              {cells.map(({ text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Columns have an order, and names may repeat.
                <Table.Td key={index} className={classes.printed}>
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Scrolling>
    </div>
  );
}

/** Lists the fields that were read from a row; blank ones are left out. */
function cellsOf(line: Line): readonly Cell[] {
  const cells: readonly (readonly [header: string, text: string | null])[] = [
    ['Member number', line.memberExternalId],
    ['Name', line.memberName],
    ['Paid', money(line.amount)],
    ['Policy', line.policyNumber],
    ['Plan', line.planName],
    ['Product', line.productType],
    ['Premium', line.premiumAmount === null ? null : money(line.premiumAmount)],
    ['For the month', line.coverageMonth === null ? null : monthName(line.coverageMonth)],
    ['Paid on', line.paidDate],
    ['Starts', line.effectiveDate],
    ['Ends', line.termDate],
    ['Why it ends', line.termReason],
    ['Kind of payment', line.transactionType],
    ['Agent', line.agentName],
    ['State', line.state],
    ["The carrier's status", line.carrierStatus],
    ['Text', line.description],
  ];
  return cells.flatMap(([header, text]) => (text === null ? [] : [{ header, text }]));
}
