import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { ListTable } from '../parts/list-table.tsx';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { resultWords, TASKS, type Task, taskWords } from './operator-words.ts';
import { PAGE_ROWS, Pager } from './pager.tsx';

/** Lists the scheduled tasks with the results of their last runs. The operator can run each of them now. */
export function TaskList() {
  const api = useApi();
  const queries = useQueryClient();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'task-runs', page],
    queryFn: () =>
      answerOf(
        api.GET('/v1/admin/system/cron-runs', { params: { query: { limit: PAGE_ROWS, offset: page * PAGE_ROWS } } }),
      ),
  });
  const run = useMutation({
    mutationFn: (task: Task) => answerOf(api.POST('/v1/admin/system/run', { body: { task } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb="xs">
        Run a task now
      </Title>
      <Group gap="xs">
        {TASKS.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            size="xs"
            loading={run.isPending && run.variables === value}
            onClick={() => run.mutate(value)}
          >
            {label}
          </Button>
        ))}
      </Group>
      {run.error !== null && <ProblemNotice title="The task did not run" error={run.error} />}
      {run.data !== undefined && (
        <Text size="sm" mt="xs" role="status">
          {taskWords(run.data.task)}: {resultWords(run.data)}.
        </Text>
      )}
      <Title order={2} size="h4" mt="lg">
        Runs
      </Title>
      {error !== null && (
        <ProblemNotice title="The runs could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <LoadingNotice />}
      {data !== undefined && (
        <>
          {data.data.length === 0 && (
            <Text size="sm" mt="xs">
              No task has run yet. Every run is listed here, also those of the timetable.
            </Text>
          )}
          {data.data.length > 0 && (
            <ListTable
              label="Runs of tasks"
              rows={data.data}
              keyOf={({ id }) => id}
              columns={[
                { label: 'Task', cell: ({ task }) => taskWords(task) },
                { label: 'When', cell: ({ ranAt }) => momentText(ranAt) },
                { label: 'What it did', cell: resultWords },
              ]}
            />
          )}
          <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
        </>
      )}
    </>
  );
}
