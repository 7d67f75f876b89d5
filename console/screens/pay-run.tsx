import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '../agents/agents.module.css';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { dayText, money, quietMoney, shortMonthName, signedMoney } from '../parts/shown-values.ts';
import { carriedWords } from '../pay/agent-sums.tsx';
import { HeldLines } from '../pay/held-lines.tsx';
import { LinesPanel } from '../pay/lines-panel.tsx';
import { RunActions } from '../pay/run-actions.tsx';
import { RunAgentPanel } from '../pay/run-agent-panel.tsx';
import { RunState } from '../pay/run-state.tsx';
import { usePayRun, type WholeRun } from '../pay/use-pay.ts';

/** A pay run: what is held first, then each agent, with one thing of it beside the list. */
export function PayRunScreen() {
  const { runId } = useParams({ from: '/signed-in/pay/$runId' });
  const { open } = useSearch({ from: '/signed-in/pay/$runId' });
  const navigate = useNavigate();
  const { data: run, error, refetch } = usePayRun(runId);
  const show = (party: string | undefined) =>
    void navigate({ to: '/pay/$runId', params: { runId }, search: { open: party }, replace: true, resetScroll: false });
  if (run === undefined)
    return (
      <>
        <PageTitle title="Pay run" />
        {error === null ? (
          <RowsSkeleton />
        ) : (
          <ProblemNotice title="The run could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  return (
    <>
      <PageTitle
        title={`Pay of ${dayText(`${run.payDate}T12:00:00`)}`}
        lead={<Lead run={run} />}
        actions={<RunActions run={run} />}
      />
      <RunSums run={run} onOpen={show} />
      <HeldLines run={run} onOpen={() => show('held')} />
      <RunAgents run={run} onOpen={show} />
      {open !== undefined && <Opened run={run} open={open} onClose={() => show(undefined)} />}
    </>
  );
}

function Lead({ run }: { readonly run: WholeRun }) {
  const { state, months, approvedAt, paidOn, method, reference } = run;
  const words = [
    `Statements of ${months.map(shortMonthName).join(', ')}`,
    approvedAt === null ? null : `approved ${dayText(approvedAt)}`,
    paidOn === null
      ? null
      : `paid ${dayText(`${paidOn}T12:00:00`)} by ${[method, reference].filter((text) => text !== null).join(', ')}`,
  ].filter((text) => text !== null);
  return (
    <>
      <RunState state={state} /> {words.join(' · ')}
    </>
  );
}

interface RunPartProps {
  readonly run: WholeRun;
  readonly onOpen: (party: string) => void;
}

function RunSums({ run: { sums }, onOpen }: RunPartProps) {
  const parts: readonly (readonly [label: string, amount: ReactNode])[] = [
    ['Received', money(sums.received)],
    ['To agents', money(sums.people)],
    [
      'House',
      <RowOpener key="house" onOpen={() => onOpen('house')}>
        {money(sums.house)}
      </RowOpener>,
    ],
    [
      'Held',
      sums.held === 0 ? (
        '–'
      ) : (
        <RowOpener key="held" onOpen={() => onOpen('held')}>
          {money(sums.held)}
        </RowOpener>
      ),
    ],
  ];
  return (
    <dl className={classes.sums}>
      <div data-hero>
        <dt>Paid out</dt>
        <dd>{money(sums.paid)}</dd>
      </div>
      {parts.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

function RunAgents({ run, onOpen }: RunPartProps) {
  const sums = run.agentSums;
  if (run.agents.length === 0) return <p>No agent gets anything in this run.</p>;
  return (
    <Rows
      label="Agents of the run"
      rows={run.agents}
      keyOf={({ agentId }) => agentId}
      nameLabel="Agent"
      nameOf={({ agentId, agentName }) => <RowOpener onOpen={() => onOpen(agentId)}>{agentName}</RowOpener>}
      columns={[
        { label: 'Earned', cell: ({ earned }) => quietMoney(earned), isNumber: true, total: quietMoney(sums.earned) },
        {
          label: 'Taken back',
          cell: ({ takenBack }) => signedMoney(takenBack),
          isNumber: true,
          total: signedMoney(sums.takenBack),
        },
        {
          label: 'Adjustments',
          cell: ({ adjustments }) => signedMoney(adjustments),
          isNumber: true,
          total: signedMoney(sums.adjustments),
        },
        { label: 'Carried on', cell: ({ after }) => carriedWords(after), total: carriedWords(sums.after) },
        { label: 'Paid', cell: ({ paid }) => quietMoney(paid), isNumber: true, total: quietMoney(sums.paid) },
      ]}
      totalLabel="All agents"
    />
  );
}

interface OpenedProps {
  readonly run: WholeRun;
  readonly open: string;
  readonly onClose: () => void;
}

function Opened({ run, open, onClose }: OpenedProps) {
  if (open === 'held') return <LinesPanel run={run} party="held" title="What is held" onClose={onClose} />;
  if (open === 'house') return <LinesPanel run={run} party="house" title="What the house keeps" onClose={onClose} />;
  const agent = run.agents.find(({ agentId }) => agentId === open);
  return agent === undefined ? null : <RunAgentPanel run={run} agent={agent} onClose={onClose} />;
}
