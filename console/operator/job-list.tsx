import { NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { monthName } from '../parts/month-name.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { JOB_STATES, jobStateWords, type OperatorJob, plain } from './operator-words.ts';
import { PAGE_ROWS, Pager } from './pager.tsx';

/** The jobs of all agencies, newest first, all or those in one state. */
export function JobList() {
  const [status, setStatus] = useState<OperatorJob['status'] | null>(null);
  return (
    <>
      <NativeSelect
        mt="md"
        label="Show"
        data={[{ value: '', label: 'All jobs' }, ...JOB_STATES]}
        value={status ?? ''}
        onChange={({ currentTarget }) =>
          setStatus(JOB_STATES.find(({ value }) => value === currentTarget.value)?.value ?? null)
        }
      />
      <Jobs key={status} status={status} />
    </>
  );
}

function Jobs({ status }: { readonly status: OperatorJob['status'] | null }) {
  const api = useApi();
  const [page, setPage] = useState(0);
  const query = { limit: PAGE_ROWS, offset: page * PAGE_ROWS, ...(status !== null && { status }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'jobs', query],
    queryFn: () => answerOf(api.GET('/v1/admin/jobs', { params: { query } })),
  });
  if (data === undefined) return <NotLoaded title="The jobs could not be loaded" error={error} onRetry={refetch} />;
  if (data.data.length === 0) return <Text mt="md">There is no such job.</Text>;
  return (
    <>
      <Scrolling label="Jobs">
        <Table verticalSpacing="xs" mt="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Agency</Table.Th>
              <Table.Th scope="col">Statement</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col">Tries</Table.Th>
              <Table.Th scope="col">Came</Table.Th>
              <Table.Th scope="col">Ended</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((job) => (
              <Table.Tr key={job.id}>
                <Table.Th scope="row" fw={500}>
                  {job.accountName}
                </Table.Th>
                <Table.Td>
                  {job.carrierName}, {monthName(job.period)}
                </Table.Td>
                <Table.Td>
                  {jobStateWords(job.status)}
                  {job.errorCode !== null && (
                    <Text size="xs" c="dimmed">
                      {plain(job.errorCode)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{job.attempts}</Table.Td>
                <Table.Td>{momentText(job.createdAt)}</Table.Td>
                <Table.Td>{job.completedAt === null ? '' : momentText(job.completedAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}
