import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { dayText, money, quietMoney, shortMonthName, signedMoney } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';
import { AgentPapers, AgentSums, carriedWords } from '../pay/agent-sums.tsx';
import { StatementQuestions } from '../pay/pay-questions.tsx';
import { RunLines } from '../pay/run-lines.tsx';

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

type Pay = Schema<'AgentPay'>;
type Statement = Schema<'PaidStatement'>;

interface PayOfAgentProps {
  readonly agentId: string;
  /** The title; without it the name of the agent. */
  readonly title?: string;
}

/** The pay of an agent by approved runs: the years, the balance, and each statement with its lines and questions. */
function PayOfAgent({ agentId, title }: PayOfAgentProps) {
  const api = useApi();
  const [opened, setOpened] = useState<string | undefined>();
  const { data, error, refetch } = useQuery({
    queryKey: ['agent-pay', agentId],
    queryFn: () => answerOf(api.GET('/v1/agents/{agentId}/pay', { params: { path: { agentId } } })),
  });
  const statement = data?.statements.find(({ runId }) => runId === opened);
  return (
    <>
      <PageTitle
        title={title ?? (data === undefined ? 'Pay' : `Pay of ${data.agentName}`)}
        lead="What approved runs paid, by pay date."
      />
      {error !== null && (
        <ProblemNotice title="The pay could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && <Years pay={data} />}
      {data !== undefined && data.statements.length === 0 && <p>No statement yet.</p>}
      {data !== undefined && data.statements.length > 0 && (
        <Statements statements={data.statements} onOpen={setOpened} />
      )}
      {data !== undefined && statement !== undefined && (
        <StatementPanel pay={data} statement={statement} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

function Years({ pay: { years, balance } }: { readonly pay: Pay }) {
  const [latest, ...earlier] = years;
  if (latest === undefined) return null;
  const facts = [
    ...earlier.map(({ year, paid }) => [`Paid ${year}`, paid] as const),
    ['Owed to the agency', balance.debt] as const,
    ['Waits for the smallest payment', balance.waiting] as const,
    ['Held back', balance.holdback] as const,
  ];
  return (
    <dl className={classes.sums}>
      <div data-hero>
        <dt>Paid {latest.year}</dt>
        <dd>{money(latest.paid)}</dd>
      </div>
      {facts
        .filter(([, amount]) => amount !== 0)
        .map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
    </dl>
  );
}

interface StatementsProps {
  readonly statements: readonly Statement[];
  readonly onOpen: (runId: string) => void;
}

function Statements({ statements, onOpen }: StatementsProps) {
  return (
    <Rows
      label="Statements"
      rows={statements}
      keyOf={({ runId }) => runId}
      nameLabel="Pay date"
      nameOf={({ runId, payDate }) => (
        <RowOpener onOpen={() => onOpen(runId)}>{dayText(`${payDate}T12:00:00`)}</RowOpener>
      )}
      columns={[
        { label: 'State', cell: ({ isPaid }) => (isPaid ? 'Paid' : 'Approved') },
        { label: 'Statements', cell: ({ months }) => months.map(shortMonthName).join(', ') },
        { label: 'Earned', cell: ({ earned }) => quietMoney(earned), isNumber: true },
        { label: 'Taken back', cell: ({ takenBack }) => signedMoney(takenBack), isNumber: true },
        { label: 'Adjustments', cell: ({ adjustments }) => signedMoney(adjustments), isNumber: true },
        { label: 'Carried on', cell: ({ after }) => carriedWords(after) },
        { label: 'Paid', cell: ({ paid }) => quietMoney(paid), isNumber: true },
      ]}
    />
  );
}

interface StatementPanelProps {
  readonly pay: Pay;
  readonly statement: Statement;
  readonly onClose: () => void;
}

function StatementPanel({ pay: { agentId, agentName }, statement, onClose }: StatementPanelProps) {
  const { runId, payDate } = statement;
  return (
    <SidePanel title={`Statement of ${dayText(`${payDate}T12:00:00`)}`} isOpen onClose={onClose}>
      <div className={classes.panel}>
        <AgentSums agent={statement} />
        <AgentPapers runId={runId} payDate={payDate} agentId={agentId} agentName={agentName} />
      </div>
      <section className={classes.panel} aria-labelledby="questions">
        <h3 id="questions">Questions</h3>
        <StatementQuestions runId={runId} agentId={agentId} />
      </section>
      <section className={classes.panel} aria-labelledby="lines">
        <h3 id="lines">Lines</h3>
        <RunLines runId={runId} party={agentId} />
      </section>
    </SidePanel>
  );
}
