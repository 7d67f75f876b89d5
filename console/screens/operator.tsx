import { Button, Container, Group, NativeSelect, PasswordInput, Tabs, Text, Title } from '@mantine/core';
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { answerOf, type CommissionClient, createCommissionClient } from '../../client/commission-client.ts';
import { ClientContext, useApi } from '../api/api.ts';
import { clientBaseUrl } from '../api/base-url.ts';
import {
  ACCOUNT_WORDS,
  JOB_STATES,
  jobStateWords,
  type OperatorJob,
  plain,
  resultWords,
  TASKS,
  type Task,
  taskWords,
} from '../operator/operator-words.ts';
import { ListTable } from '../parts/list-table.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadingNotice, NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { momentText, monthName } from '../parts/shown-values.ts';

/** The agencies of the installation. */
export function AccountList() {
  const api = useApi();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'accounts', page],
    queryFn: () =>
      answerOf(api.GET('/v1/admin/accounts', { params: { query: { limit: PAGE_ROWS, offset: page * PAGE_ROWS } } })),
  });
  if (data === undefined) return <NotLoaded title="The agencies could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      <ListTable
        label="Agencies"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Agency', cell: ({ name }) => name },
          { label: 'State', cell: ({ status }) => ACCOUNT_WORDS[status] },
          { label: 'Plan', cell: ({ tier }) => (tier === 'enterprise' ? 'Enterprise' : 'Standard') },
          { label: 'Email', cell: ({ email }) => email ?? '' },
          { label: 'Since', cell: ({ createdAt }) => momentText(createdAt) },
        ]}
      />
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}

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

/** The installation as its operator sees it. The token is in memory only: it is lost by a reload or on another page. */
export function OperatorScreen() {
  const [client, setClient] = useState<CommissionClient | null>(null);
  // Answers for the operator are cached separately from those for a signed-in person: a refused token must not end the person's session.
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), []);
  const leave = () => {
    queries.clear();
    setClient(null);
  };
  return (
    <QueryClientProvider client={queries}>
      <Container size="lg" py="lg" component="main">
        {client === null ? <TokenForm onOpened={setClient} /> : <OperatorTabs client={client} onLeave={leave} />}
      </Container>
    </QueryClientProvider>
  );
}

function TokenForm({ onOpened }: { readonly onOpened: (client: CommissionClient) => void }) {
  const [token, setToken] = useState('');
  const open = useMutation({
    mutationFn: async () => {
      const client = createCommissionClient({ baseUrl: clientBaseUrl(), token: token.trim() });
      // The call is the cheapest of the operator's calls. Each of them shows whether the token is valid.
      await answerOf(client.api.GET('/v1/admin/accounts', { params: { query: { limit: 1 } } }));
      return client;
    },
    onSuccess: onOpened,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate();
  };
  return (
    <form onSubmit={submit}>
      <PageTitle title="Operator" lead="For whoever runs this installation." />
      <PasswordInput
        label="Operator's token"
        description="It stays in this page until you leave or reload it."
        autoComplete="off"
        required
        maw={480}
        value={token}
        onChange={({ currentTarget }) => setToken(currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the token' }}
      />
      <Button type="submit" mt="md" loading={open.isPending}>
        Open
      </Button>
      {open.error !== null && <ProblemNotice title="The token was refused" error={open.error} />}
    </form>
  );
}

interface OperatorTabsProps {
  readonly client: CommissionClient;
  readonly onLeave: () => void;
}

function OperatorTabs({ client, onLeave }: OperatorTabsProps) {
  return (
    <ClientContext value={client}>
      <PageTitle
        title="Operator"
        lead="What runs in this installation, over all agencies."
        actions={
          <Button variant="default" onClick={onLeave}>
            Leave
          </Button>
        }
      />
      <Tabs defaultValue="accounts" keepMounted={false}>
        <Tabs.List aria-label="Parts of the installation">
          <Tabs.Tab value="accounts">Agencies</Tabs.Tab>
          <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
          <Tabs.Tab value="tasks">Tasks</Tabs.Tab>
          <Tabs.Tab value="dead-letters">Given up</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="accounts" pt="md">
          <AccountList />
        </Tabs.Panel>
        <Tabs.Panel value="jobs" pt="md">
          <JobList />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <TaskList />
        </Tabs.Panel>
        <Tabs.Panel value="dead-letters" pt="md">
          <Text size="sm" c="dimmed">
            Messages that were tried as often as they may be, of the last 14 days.
          </Text>
          <DeadLetterList />
        </Tabs.Panel>
      </Tabs>
    </ClientContext>
  );
}

/** The jobs of all agencies, newest first, all or those in one state. */
function JobList() {
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

/** Lists the scheduled tasks with the results of their last runs. The operator can run each of them now. */
function TaskList() {
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

interface PagerProps {
  readonly page: number;
  readonly hasMore: boolean;
  readonly onPage: (page: number) => void;
}

/** The number of rows of a page in the operator's lists. */
const PAGE_ROWS = 50;

/** Leads to the previous and the next page. Shows nothing when there is only one page. */
function Pager({ page, hasMore, onPage }: PagerProps) {
  if (page === 0 && !hasMore) return null;
  return (
    <Group mt="md">
      <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="default" size="xs" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  );
}
