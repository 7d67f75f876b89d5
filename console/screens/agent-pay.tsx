import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowsSkeleton } from '../parts/rows.tsx';
import { PayOfAgent } from '../pay/pay-of-agent.tsx';

/** The pay of one agent, for the office. */
export function AgentPayScreen() {
  const { agentId } = useParams({ from: '/signed-in/agents/$agentId/pay' });
  return <PayOfAgent agentId={agentId} />;
}

/** The pay of the agent who has signed in. The service lists no other agent. */
export function MyPayScreen() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['own-agent'],
    queryFn: () => answerOf(api.GET('/v1/agents', { params: { query: { limit: 1 } } })),
  });
  const own = data?.data[0];
  if (own !== undefined) return <PayOfAgent agentId={own.agentId} title="My pay" />;
  return (
    <>
      <PageTitle title="My pay" />
      {error !== null && <ProblemNotice title="The pay could not be loaded" error={error} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && <p>The agency has no record of you as an agent yet.</p>}
    </>
  );
}
