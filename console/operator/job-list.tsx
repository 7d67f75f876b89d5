import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { ListTable } from '../parts/list-table.tsx';
import { monthName } from '../parts/month-name.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
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
      <ListTable
        label="Jobs"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Agency', cell: ({ accountName }) => accountName },
          { label: 'Statement', cell: ({ carrierName, period }) => `${carrierName}, ${monthName(period)}` },
          { label: 'State', cell: (job) => <JobState job={job} /> },
          { label: 'Tries', cell: ({ attempts }) => attempts },
          { label: 'Came', cell: ({ createdAt }) => momentText(createdAt) },
          { label: 'Ended', cell: ({ completedAt }) => (completedAt === null ? '' : momentText(completedAt)) },
        ]}
      />
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}

function JobState({ job: { status, errorCode } }: { readonly job: OperatorJob }) {
  return (
    <>
      {jobStateWords(status)}
      {errorCode !== null && (
        <Text size="xs" c="dimmed">
          {plain(errorCode)}
        </Text>
      )}
    </>
  );
}
