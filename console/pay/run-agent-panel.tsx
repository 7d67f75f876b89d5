import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import { money, quietMoney, signedMoney } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';
import classes from './pay.module.css';
import { RunAdjustments } from './run-adjustments.tsx';
import { RunLines } from './run-lines.tsx';
import type { RunAgent, WholeRun } from './use-pay.ts';

interface RunAgentPanelProps {
  readonly run: WholeRun;
  readonly agent: RunAgent;
  readonly onClose: () => void;
}

/** The panel of an agent in a run: the sums, the adjustments, and each line with its rule in words. */
export function RunAgentPanel({ run, agent, onClose }: RunAgentPanelProps) {
  return (
    <SidePanel title={agent.agentName} isOpen onClose={onClose}>
      <div className={classes.panel}>
        <AgentSums agent={agent} />
        <Papers run={run} agent={agent} />
      </div>
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

function AgentSums({ agent }: { readonly agent: RunAgent }) {
  const { before, after } = agent;
  const facts = [
    ['Earned', quietMoney(agent.earned)],
    ['Taken back', signedMoney(agent.takenBack)],
    ['Adjustments', signedMoney(agent.adjustments)],
    ['Advance', quietMoney(agent.advance)],
    ['Held back', quietMoney(agent.heldBack)],
    ['Released', quietMoney(agent.released)],
    ['Debt paid off', quietMoney(agent.recovered)],
    ['Debt before', quietMoney(before.debt)],
    ['Debt after', quietMoney(after.debt)],
    ['Waiting before', quietMoney(before.waiting)],
    ['Waiting after', quietMoney(after.waiting)],
  ] as const;
  return (
    <dl className={classes.sums}>
      <div data-hero>
        <dt>Paid</dt>
        <dd>{money(agent.paid)}</dd>
      </div>
      {facts
        .filter(([, amount]) => amount !== '–')
        .map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
    </dl>
  );
}

function Papers({ run, agent }: Pick<RunAgentPanelProps, 'run' | 'agent'>) {
  const api = useApi();
  const take = useMutation({
    mutationFn: async (form: 'pdf' | 'xlsx') => {
      const params = { path: { runId: run.id, agentId: agent.agentId } };
      const { data } =
        form === 'pdf'
          ? await api.GET('/v1/pay-runs/{runId}/agents/{agentId}/statement-pdf', { params, parseAs: 'blob' })
          : await api.GET('/v1/pay-runs/{runId}/agents/{agentId}/statement', { params, parseAs: 'blob' });
      if (data instanceof Blob) saveFile(data, `${agent.agentName} ${run.payDate}.${form}`);
    },
  });
  return (
    <>
      {take.error !== null && <ProblemNotice title="The statement was not made" error={take.error} />}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={take.isPending} onClick={() => take.mutate('pdf')}>
          Statement as PDF
        </Button>
        <Button size="xs" variant="default" disabled={take.isPending} onClick={() => take.mutate('xlsx')}>
          Excel
        </Button>
      </div>
    </>
  );
}
