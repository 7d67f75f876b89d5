import classes from '../agents/agents.module.css';
import { SidePanel } from '../parts/side-panel.tsx';
import { AgentPapers, AgentSums } from './agent-sums.tsx';
import { StatementQuestions } from './pay-questions.tsx';
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
