import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { ListTable } from '../parts/list-table.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { jobStateWords, plain } from './operator-words.ts';
import { PAGE_ROWS, Pager } from './pager.tsx';

/** Lists the messages of the dead-letter queues, which failed at every attempt. */
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
      <ListTable
        label="Messages that were given up"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { label: 'When', cell: ({ recordedAt }) => momentText(recordedAt) },
          { label: 'About', cell: ({ queue }) => plain(queue) },
          { label: 'Agency', cell: ({ accountName }) => accountName ?? 'Not known any more' },
          { label: 'The job now', cell: ({ jobStatus }) => (jobStatus === null ? '' : jobStateWords(jobStatus)) },
          { label: 'Tries', cell: ({ receiveCount }) => receiveCount },
        ]}
      />
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}
