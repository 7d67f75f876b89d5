import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { jobStateWords, plain } from './operator-words.ts';
import { PAGE_ROWS, Pager } from './pager.tsx';

/** The messages that were given up after their last try. */
export function DeadLetterList() {
  const api = useApi();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'dead-letters', page],
    queryFn: () =>
      answerOf(
        api.GET('/v1/admin/dead-letters', { params: { query: { limit: PAGE_ROWS, offset: page * PAGE_ROWS } } }),
      ),
  });
  if (data === undefined) return <NotLoaded title="The messages could not be loaded" error={error} onRetry={refetch} />;
  if (data.data.length === 0) return <Text mt="md">No message was given up in the last 14 days.</Text>;
  return (
    <>
      <Scrolling label="Messages that were given up">
        <Table verticalSpacing="xs" mt="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">When</Table.Th>
              <Table.Th scope="col">About</Table.Th>
              <Table.Th scope="col">Agency</Table.Th>
              <Table.Th scope="col">The job now</Table.Th>
              <Table.Th scope="col">Tries</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map(({ id, recordedAt, queue, accountName, jobStatus, receiveCount }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={500}>
                  {momentText(recordedAt)}
                </Table.Th>
                <Table.Td>{plain(queue)}</Table.Td>
                <Table.Td>{accountName ?? 'Not known any more'}</Table.Td>
                <Table.Td>{jobStatus === null ? '' : jobStateWords(jobStatus)}</Table.Td>
                <Table.Td>{receiveCount}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}
