import { Button } from '@mantine/core';
import IconCashBanknote from '@tabler/icons-react/icons/IconCashBanknote';
import { useState } from 'react';
import type { Schema } from '../../client/commission-client.ts';
import { EmptyList } from '../parts/empty-list.tsx';
import { KeysHint } from '../parts/keys-hint.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowLink, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { dayText, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { FirstSetup } from '../pay/first-setup.tsx';
import { NewRun } from '../pay/new-run.tsx';
import { OwedToAgents } from '../pay/owed-to-agents.tsx';
import { OpenQuestions } from '../pay/pay-questions.tsx';
import { RunState } from '../pay/run-state.tsx';
import { usePayRuns, usePaySetup } from '../pay/use-pay.ts';
import { useRights } from '../session/use-session.ts';

type Run = Schema<'PayRun'>;

/** Pay runs, the newest first. */
export function PayScreen() {
  const { mayChange } = useRights();
  const [isNew, setNew] = useState(false);
  const setup = usePaySetup();
  const runs = usePayRuns();
  const error = setup.error ?? runs.error;
  const isLoaded = setup.data !== undefined && runs.data !== undefined;
  const list = runs.data?.data ?? [];
  const hasOpen = list.some(({ state }) => state === 'draft' || state === 'reviewed');
  const canOpen = mayChange && isLoaded && setup.data !== null;
  return (
    <>
      <PageTitle
        title="Pay"
        lead="What carriers paid is paid on to the agents, each line once."
        actions={
          isLoaded &&
          setup.data !== null && (
            <>
              <LinkButton to="/pay/setup" variant="default">
                Plans in words
              </LinkButton>
              {canOpen && !hasOpen && <Button onClick={() => setNew(true)}>New run</Button>}
            </>
          )
        }
      />
      {error !== null && <ProblemNotice title="The runs could not be loaded" error={error} />}
      <OpenQuestions />
      {!isLoaded && error === null && <RowsSkeleton />}
      {isLoaded && setup.data === null && <FirstSetup />}
      {isLoaded && setup.data !== null && list.length === 0 && (
        <EmptyList
          icon={IconCashBanknote}
          words="No run yet. The first one pays what carriers paid since the first month of your plans."
        />
      )}
      {list.length > 0 && <RunList runs={list} />}
      {list.length > 0 && <OwedToAgents />}
      {list.length > 0 && <KeysHint />}
      <NewRun isOpen={isNew} onClose={() => setNew(false)} />
    </>
  );
}

function RunList({ runs }: { readonly runs: readonly Run[] }) {
  const sum = (name: 'received' | 'people' | 'house' | 'held') => ({
    cell: ({ sums }: Run) => (sums === null ? '–' : quietMoney(sums[name])),
    isNumber: true,
  });
  return (
    <Rows
      label="Pay runs"
      rows={runs}
      keyOf={({ id }) => id}
      nameLabel="Pay date"
      nameOf={({ id, payDate }) => (
        <RowLink to="/pay/$runId" params={{ runId: id }}>
          {dayText(`${payDate}T12:00:00`)}
        </RowLink>
      )}
      columns={[
        { label: 'State', cell: ({ state }) => <RunState state={state} /> },
        { label: 'Statements', cell: ({ months }) => months.map(shortMonthName).join(', '), isOptional: true },
        { label: 'Received', ...sum('received') },
        { label: 'To agents', ...sum('people') },
        { label: 'House', ...sum('house') },
        { label: 'Held', ...sum('held') },
      ]}
    />
  );
}
