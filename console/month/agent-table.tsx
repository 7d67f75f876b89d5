import { Table, Text } from '@mantine/core';
import { TextLink } from '../parts/link-button.tsx';
import { money } from '../parts/money.ts';
import classes from './month-overview.module.css';
import type { Home, MonthProps } from './use-home.ts';

const SHOWN = 12;

type Agent = Home['agents'][number];

/** Pay by agent, the largest first, each with a bar beside the amount. */
export function AgentTable({ home: { agents, agentCount }, period }: MonthProps) {
  if (agents.length === 0) return <Text c="dimmed">The statements name no agents.</Text>;
  const largest = Math.max(...agents.map(({ paidNet }) => paidNet), 0);
  return (
    <>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Agent</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Paid
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Change
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agents.slice(0, SHOWN).map(({ agentId, agentName, paidNet, difference }) => (
            <Table.Tr key={`${agentId} ${agentName}`}>
              <Table.Th scope="row" fw={500}>
                <AgentName agentId={agentId} agentName={agentName} period={period} />
                <div
                  aria-hidden
                  className={classes.bar}
                  style={{ width: `${largest > 0 ? Math.max(0, (100 * paidNet) / largest) : 0}%` }}
                />
              </Table.Th>
              <Table.Td className={classes.number}>{money(paidNet)}</Table.Td>
              <Table.Td className={classes.number}>
                {difference > 0 ? `+${money(difference)}` : money(difference)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {agentCount > SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          The {SHOWN} with the most pay of {agentCount} agents.
        </Text>
      )}
    </>
  );
}

function AgentName({ agentId, agentName, period }: Pick<Agent, 'agentId' | 'agentName'> & { readonly period: string }) {
  const agent = agentId ?? agentName;
  if (agent === null) return 'No agent named';
  return (
    <TextLink to="/changes" search={{ period, agent }}>
      {agentName ?? agent}
    </TextLink>
  );
}
