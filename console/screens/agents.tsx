import { Button, TextInput } from '@mantine/core';
import IconIdBadge2 from '@tabler/icons-react/icons/IconIdBadge2';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AgentPanel } from '../agents/agent-panel.tsx';
import classes from '../agents/agents.module.css';
import { Proposals } from '../agents/proposals.tsx';
import { type Agent, useAgents } from '../agents/use-agents.ts';
import { useHome } from '../month/use-home.ts';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { counted, dayText, quietCount, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

/** The value of the address that opens the form of a new agent. */
const NEW = 'new';

/** The agents of the agency, and names on statements that are probably one of them. */
export function AgentsScreen() {
  const navigate = useNavigate();
  const { mayChange } = useRights();
  const { open } = useSearch({ from: '/signed-in/agents' });
  const [text, setText] = useState('');
  const { data, error, refetch } = useAgents();
  const show = (agentId: string | undefined) =>
    void navigate({ to: '/agents', search: { open: agentId }, replace: true, resetScroll: false });
  const agents = data?.data ?? [];
  const opened = open === NEW ? null : agents.find(({ agentId }) => agentId === open);
  return (
    <>
      <PageTitle
        title="Agents"
        lead="One record for each agent, however statements write the name."
        actions={
          mayChange && (
            <Button variant="default" onClick={() => show(NEW)}>
              Add an agent
            </Button>
          )
        }
      />
      <Proposals />
      {error !== null && (
        <ProblemNotice title="The agents could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && agents.length === 0 && (
        <EmptyList
          icon={IconIdBadge2}
          words="No agent has a record yet. Names on statements become agents above, or you add one."
        />
      )}
      {agents.length > 0 && (
        <>
          <TextInput
            className="no-print"
            label="Name or NPN"
            mb="md"
            maw="18rem"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <AgentsTable agents={agents.filter(isFoundBy(text))} all={agents} onOpen={show} />
        </>
      )}
      {opened !== undefined && <AgentPanel agent={opened} agents={agents} onOpen={show} />}
    </>
  );
}

function isFoundBy(text: string): (agent: Agent) => boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ name, npn, names }) => {
    const all = [name, npn ?? '', ...names.map((one) => one.text)].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

interface AgentsTableProps {
  readonly agents: readonly Agent[];
  readonly all: readonly Agent[];
  readonly onOpen: (agentId: string) => void;
}

function AgentsTable({ agents, all, onOpen }: AgentsTableProps) {
  const { data: home } = useHome();
  const nameOf = new Map(all.map(({ agentId, name }) => [agentId, name]));
  // The home screen lists the agents with the largest pay only, so the column is left out for a longer list.
  const isWhole = home !== undefined && home.agentCount <= home.agents.length;
  const pay = new Map(home?.agents.map(({ agentRecordId, paidNet }) => [agentRecordId, paidNet]));
  const period = home?.period ?? null;
  return (
    <>
      <Rows
        label="Agents"
        rows={agents}
        keyOf={({ agentId }) => agentId}
        nameLabel="Agent"
        nameOf={({ agentId, name }) => <RowOpener onOpen={() => onOpen(agentId)}>{name}</RowOpener>}
        columns={[
          { label: 'NPN', cell: ({ npn }) => npn ?? '–', isOptional: true },
          {
            label: 'Names on statements',
            cell: ({ names }) => quietCount(names.length),
            isNumber: true,
            isOptional: true,
          },
          { label: 'Upline', cell: ({ uplineId }) => nameOf.get(uplineId ?? '') ?? '–', isOptional: true },
          {
            label: 'State',
            cell: ({ isHouse, leftFrom }) =>
              isHouse ? 'House' : leftFrom === null ? 'Active' : `Left ${shortMonthName(leftFrom)}`,
          },
          isWhole && period !== null
            ? {
                label: `Paid by carriers, ${shortMonthName(period)}`,
                cell: ({ agentId }) => quietMoney(pay.get(agentId) ?? 0),
                isNumber: true,
              }
            : null,
          {
            label: 'Tax form',
            cell: ({ taxFormOn }) => (taxFormOn === null ? '–' : dayText(`${taxFormOn}T12:00:00`)),
          },
        ]}
      />
      <p className={classes.quiet}>
        {counted(agents.length, 'agent')} · <KeysHint closes />
      </p>
    </>
  );
}
