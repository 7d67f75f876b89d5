import { Button } from '@mantine/core';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { SidePanel } from '../parts/side-panel.tsx';
import { useRights } from '../session/use-session.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentNames } from './agent-names.tsx';
import classes from './agents.module.css';
import { type Agent, useAgentChange } from './use-agents.ts';

interface AgentPanelProps {
  /** Null for a new agent. */
  readonly agent: Agent | null;
  readonly agents: readonly Agent[];
  /** Shows another agent; undefined closes the panel. */
  readonly onOpen: (agentId: string | undefined) => void;
}

/** The panel of an agent: the record, and the names on statements. */
export function AgentPanel({ agent, agents, onOpen }: AgentPanelProps) {
  return (
    <SidePanel title={agent?.name ?? 'A new agent'} isOpen onClose={() => onOpen(undefined)}>
      <AgentForm
        key={`${agent?.agentId ?? 'new'} ${agent?.name ?? ''}`}
        agent={agent}
        agents={agents}
        onSaved={({ agentId }) => onOpen(agentId)}
      />
      {agent !== null && <AgentNames agent={agent} />}
      {agent !== null && <Ways agent={agent} onDeleted={() => onOpen(undefined)} />}
    </SidePanel>
  );
}

function Ways({ agent, onDeleted }: { readonly agent: Agent; readonly onDeleted: () => void }) {
  const api = useApi();
  const { mayChange } = useRights();
  const params = { path: { agentId: agent.agentId } };
  const remove = useAgentChange(() => answerOf(api.DELETE('/v1/agents/{agentId}', { params })), onDeleted);
  return (
    <>
      {remove.error !== null && <ProblemNotice title="The agent is still there" error={remove.error} />}
      <div className={classes.buttons}>
        <LinkButton to="/changes" search={{ agent: agent.name }} size="xs" variant="default">
          Changes of this agent
        </LinkButton>
        <LinkButton to="/agents/$agentId/pay" params={{ agentId: agent.agentId }} size="xs" variant="default">
          Pay
        </LinkButton>
        <LinkButton to="/members" search={{ agent: agent.name }} size="xs" variant="default">
          Members
        </LinkButton>
        {mayChange && agent.names.length === 0 && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Delete
          </Button>
        )}
      </div>
    </>
  );
}
