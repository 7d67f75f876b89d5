import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../agents/agents.module.css';
import { useAgents } from '../agents/use-agents.ts';
import { useHome } from '../month/use-home.ts';
import { TextLink } from '../parts/link-button.tsx';
import { FaultNotice } from '../parts/problem-notice.tsx';
import { RowsSkeleton } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import { ALWAYS, type Setup, useSaveSetup } from './use-pay.ts';

const PLAN_ID = 'everybody';

/** The first time: from which month agents are paid here, and one percentage for everybody. */
export function FirstSetup() {
  const { mayChange } = useRights();
  const home = useHome();
  const agents = useAgents();
  if (!mayChange) return <p>Nobody has said yet how agents are paid.</p>;
  if (home.data === undefined || agents.data === undefined) return <RowsSkeleton count={4} />;
  const ids = agents.data.data.filter(({ isHouse }) => !isHouse).map(({ agentId }) => agentId);
  return <Start month={home.data.period ?? ''} agentIds={ids} />;
}

function Start({ month, agentIds }: { readonly month: string; readonly agentIds: readonly string[] }) {
  const [firstMonth, setFirstMonth] = useState(month);
  const [percent, setPercent] = useState<number | string>('');
  const save = useSaveSetup();
  return (
    <form
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ revision: 0, setup: firstSetup(firstMonth, Number(percent), agentIds) });
      }}
    >
      <div className={classes.boxHead}>
        <h2>How are agents paid?</h2>
      </div>
      <div className={classes.form}>
        <div className={`${classes.fields} ${classes.inBox}`}>
          <TextInput
            label="First month of statements paid here"
            description="Earlier ones were paid elsewhere."
            type="month"
            placeholder="2026-03"
            required
            value={firstMonth}
            onChange={({ currentTarget }) => setFirstMonth(currentTarget.value)}
          />
          <NumberInput
            label="Everybody gets this part of commission"
            description="Plans for single agents, carriers and years come afterwards."
            suffix=" %"
            min={0}
            max={100}
            decimalScale={4}
            hideControls
            required
            value={percent}
            onChange={setPercent}
          />
        </div>
        <div className={classes.inBox}>
          {agentIds.length === 0 ? (
            <p>
              No agent has a record yet: <TextLink to="/agents">join the names on statements</TextLink> first. What
              nobody is known for is held.
            </p>
          ) : (
            <p className={classes.quiet}>It holds for {counted(agentIds.length, 'agent')}. The house keeps the rest.</p>
          )}
          {save.error !== null && <FaultNotice title="It was not saved" error={save.error} />}
          <Button type="submit" loading={save.isPending} disabled={percent === '' || firstMonth === ''}>
            Start
          </Button>
        </div>
      </div>
    </form>
  );
}

function firstSetup(firstMonth: string, percent: number, agentIds: readonly string[]): Setup {
  return {
    ...{ firstMonth, approval: 'owner', moves: [], cases: [] },
    plans: [{ planId: PLAN_ID, name: 'Everybody', rules: [{ ruleId: 'all', pay: { by: 'commission', percent } }] }],
    agents: agentIds.map((agentId) => ({ agentId, plans: [{ from: ALWAYS, planId: PLAN_ID }] })),
  };
}
