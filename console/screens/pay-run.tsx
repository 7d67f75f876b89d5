import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { FaultNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { counted, dayText, money, quietMoney, shortMonthName, signedMoney } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';
import { AgentPapers, AgentSums, carriedWords } from '../pay/agent-sums.tsx';
import { StatementQuestions } from '../pay/pay-questions.tsx';
import { RunActions } from '../pay/run-actions.tsx';
import { RunLines } from '../pay/run-lines.tsx';
import { RunState } from '../pay/run-state.tsx';
import { type Adjustment, type RunAgent, usePayRun, useRunChange, type WholeRun } from '../pay/use-pay.ts';
import { useRights } from '../session/use-session.ts';

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

interface HeldLinesProps {
  readonly run: WholeRun;
  readonly onOpen: () => void;
}

/** Lists held commission by its reason, with the way to the place where it is settled. */
function HeldLines({ run: { heldLines, state }, onOpen }: HeldLinesProps) {
  const { mayChange } = useRights();
  const isOpen = state === 'draft' || state === 'reviewed';
  if (heldLines.length === 0) return null;
  return (
    <section className={classes.box} aria-labelledby="held-lines">
      <div className={classes.boxHead}>
        <h2 id="held-lines">Look at these first</h2>
      </div>
      <ul className={classes.lines}>
        {heldLines.map(({ why, lines, amount }) => (
          <li key={why} className={classes.line}>
            <RowOpener onOpen={onOpen}>
              <IconHelpCircle size={16} stroke={1.75} color="var(--kind-check)" aria-hidden className={classes.icon} />{' '}
              {why}
            </RowOpener>
            <span className={classes.quiet}>{counted(lines, 'line')}</span>
            <b className={classes.amount}>{money(amount)}</b>
            {mayChange && isOpen && <Settle why={why} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Settle({ why }: { readonly why: string }) {
  const isUnknown = why.includes('no agent is known');
  return (
    <LinkButton to={isUnknown ? '/agents' : '/pay/setup'} size="compact-xs" variant="default">
      {isUnknown ? 'To the agents' : 'To the plans'}
    </LinkButton>
  );
}

interface LinesPanelProps {
  readonly run: WholeRun;
  readonly party: 'house' | 'held';
  readonly title: string;
  readonly onClose: () => void;
}

/** The lines of a run that no agent gets, beside the list. */
function LinesPanel({ run, party, title, onClose }: LinesPanelProps) {
  return (
    <SidePanel title={title} isOpen onClose={onClose}>
      <RunLines runId={run.id} party={party} />
    </SidePanel>
  );
}

interface RunAgentPanelProps {
  readonly run: WholeRun;
  readonly agent: RunAgent;
  readonly onClose: () => void;
}

/** The panel of an agent in a run: the sums, the adjustments, and each line with its rule in words. */
function RunAgentPanel({ run, agent, onClose }: RunAgentPanelProps) {
  const isFixed = run.state === 'approved' || run.state === 'paid';
  return (
    <SidePanel title={agent.agentName} isOpen onClose={onClose}>
      <div className={classes.panel}>
        <AgentSums agent={agent} />
        <AgentPapers runId={run.id} payDate={run.payDate} agentId={agent.agentId} agentName={agent.agentName} />
      </div>
      {isFixed && (
        <section className={classes.panel} aria-labelledby="questions">
          <h3 id="questions">Questions</h3>
          <StatementQuestions runId={run.id} agentId={agent.agentId} />
        </section>
      )}
      <section className={classes.panel} aria-labelledby="adjustments">
        <h3 id="adjustments">Adjustments</h3>
        <RunAdjustments run={run} agentId={agent.agentId} />
      </section>
      <section className={classes.panel} aria-labelledby="lines">
        <h3 id="lines">Lines</h3>
        <RunLines runId={run.id} party={agent.agentId} />
      </section>
    </SidePanel>
  );
}

const KINDS: readonly { readonly value: Adjustment['kind']; readonly label: string }[] = [
  { value: 'bonus', label: 'Bonus' },
  { value: 'fee', label: 'Fee (negative)' },
  { value: 'draw', label: 'Draw' },
  { value: 'correction', label: 'Correction' },
  { value: 'advance', label: 'Advance: a debt until it is earned' },
  { value: 'release', label: 'Release of what was held back' },
];

interface RunAdjustmentsProps {
  readonly run: WholeRun;
  readonly agentId: string;
}

/** Lists the adjustments of an agent in a run. While the run is open, they add and remove. */
function RunAdjustments({ run, agentId }: RunAdjustmentsProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const isOpen = mayChange && (run.state === 'draft' || run.state === 'reviewed');
  const own = run.adjustments.filter((adjustment) => adjustment.agentId === agentId);
  const remove = useRunChange((adjustmentId: string) =>
    answerOf(
      api.DELETE('/v1/pay-runs/{runId}/adjustments/{adjustmentId}', {
        params: { path: { runId: run.id, adjustmentId } },
      }),
    ),
  );
  return (
    <div className={classes.form}>
      {own.length === 0 && <span className={classes.quiet}>None.</span>}
      {own.length > 0 && (
        <ul className={classes.lines}>
          {own.map(({ id, kind, amount, reason }) => (
            <li key={`${id} ${kind} ${reason}`} className={classes.line}>
              <span>
                {KINDS.find(({ value }) => value === kind)?.label.replace(/[ :].*/, '')}: {reason}
                {id === null && <span className={classes.quiet}> every run</span>}
              </span>
              <span className={classes.amount}>{signedMoney(amount)}</span>
              {isOpen && id !== null && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={remove.isPending}
                  aria-label={`Remove ${reason}`}
                  onClick={() => remove.mutate(id)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {remove.error !== null && <ProblemNotice title="It is still there" error={remove.error} />}
      {isOpen && <NewAdjustment runId={run.id} agentId={agentId} />}
    </div>
  );
}

function NewAdjustment({ runId, agentId }: { readonly runId: string; readonly agentId: string }) {
  const api = useApi();
  const [kind, setKind] = useState<Adjustment['kind']>('bonus');
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const add = useRunChange(
    () =>
      answerOf(
        api.POST('/v1/pay-runs/{runId}/adjustments', {
          params: { path: { runId } },
          body: { agentId, kind, amount: Number(amount), reason: reason.trim() },
        }),
      ),
    () => {
      setAmount('');
      setReason('');
    },
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(undefined);
      }}
    >
      <div className={classes.fields}>
        <NativeSelect
          label="Kind"
          data={[...KINDS]}
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(KINDS.find(({ value }) => value === currentTarget.value)?.value ?? kind)
          }
        />
        <NumberInput
          label="Amount"
          prefix="$"
          thousandSeparator=","
          decimalScale={2}
          hideControls
          value={amount}
          onChange={setAmount}
        />
        <TextInput
          label="Reason"
          maxLength={300}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      {add.error !== null && <FaultNotice title="It was not added" error={add.error} />}
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={add.isPending}
          disabled={amount === '' || reason.trim() === ''}
        >
          Add the adjustment
        </Button>
      </div>
    </form>
  );
}
