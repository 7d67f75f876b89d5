import { Button, Container, PasswordInput, Tabs, Text } from '@mantine/core';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { answerOf, type CommissionClient, createCommissionClient } from '../../client/commission-client.ts';
import { ClientContext } from '../api/api.ts';
import { clientBaseUrl } from '../api/base-url.ts';
import { AccountList } from '../operator/account-list.tsx';
import { DeadLetterList } from '../operator/dead-letter-list.tsx';
import { JobList } from '../operator/job-list.tsx';
import { TaskList } from '../operator/task-list.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

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
