import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import IconCashBanknote from '@tabler/icons-react/icons/IconCashBanknote';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { useHome } from '../month/use-home.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { FaultNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { RowLink, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { dayText, monthName, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { FirstSetup } from '../pay/first-setup.tsx';
import { OpenQuestions } from '../pay/pay-questions.tsx';
import { RunState } from '../pay/run-state.tsx';
import { usePayRuns, usePaySetup, useRunChange } from '../pay/use-pay.ts';
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

/** Opens a run: its pay date and months of statements. Months that no run has paid are ticked. */
function NewRun({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const home = useHome();
  const runs = usePayRuns();
  const setup = usePaySetup();
  const firstMonth = setup.data?.setup.firstMonth ?? '';
  const months = (home.data?.months ?? []).map(({ period }) => period).filter((period) => period >= firstMonth);
  const paid = new Set((runs.data?.data ?? []).flatMap((run) => run.months));
  const isLoaded = home.data !== undefined && runs.data !== undefined;
  return (
    <Dialog title="New run" isOpen={isOpen} onClose={onClose}>
      {isLoaded && <RunForm months={months.toReversed()} unpaid={months.filter((period) => !paid.has(period))} />}
    </Dialog>
  );
}

interface RunFormProps {
  readonly months: readonly string[];
  readonly unpaid: readonly string[];
}

function RunForm({ months, unpaid }: RunFormProps) {
  const api = useApi();
  const navigate = useNavigate();
  const [payDate, setPayDate] = useState(() => new Date().toISOString().slice(0, 10));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(unpaid));
  const [reapplyFrom, setReapplyFrom] = useState('');
  const create = useRunChange(
    () =>
      answerOf(
        api.POST('/v1/pay-runs', {
          body: { payDate, months: [...chosen].sort(), reapplyFrom: reapplyFrom === '' ? null : reapplyFrom },
        }),
      ),
    ({ id }) => void navigate({ to: '/pay/$runId', params: { runId: id } }),
  );
  const toggle = (period: string) => {
    const next = new Set(chosen);
    if (!next.delete(period)) next.add(period);
    setChosen(next);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined);
      }}
    >
      <div className={classes.fields}>
        <TextInput
          label="Pay date"
          type="date"
          required
          value={payDate}
          onChange={({ currentTarget }) => setPayDate(currentTarget.value)}
        />
        <NativeSelect
          label="Lines that were paid before"
          data={[
            { value: '', label: 'keep the rules of then' },
            ...months.map((period) => ({ value: period, label: `rules of today from ${monthName(period)} on` })),
          ]}
          value={reapplyFrom}
          onChange={({ currentTarget }) => setReapplyFrom(currentTarget.value)}
        />
      </div>
      <fieldset className={classes.months}>
        <legend>Statements of these months</legend>
        {months.map((period) => (
          <Checkbox
            key={period}
            label={monthName(period)}
            checked={chosen.has(period)}
            onChange={() => toggle(period)}
          />
        ))}
        {months.length === 0 && <p>No statement has come since the first month.</p>}
      </fieldset>
      {create.error !== null && <FaultNotice title="The run was not opened" error={create.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={create.isPending} disabled={chosen.size === 0 || payDate === ''}>
          Open the run
        </Button>
      </div>
    </form>
  );
}

const COLUMNS = [
  ['due', 'Approved, not paid'],
  ['waiting', 'Waits'],
  ['holdback', 'Held back'],
  ['debt', 'Owes'],
] as const;

/** Lists how much each agent is owed now. Nothing is shown while nobody is owed anything. */
function OwedToAgents() {
  const api = useApi();
  const payables = useQuery({
    queryKey: ['agent-payables'],
    queryFn: () => answerOf(api.GET('/v1/reports/agent-payables')),
  });
  const save = useMutation({
    mutationFn: async () => {
      const options = { headers: AS_WORKBOOK, parseAs: 'blob' } as const;
      const bytes: unknown = await answerOf(api.GET('/v1/reports/agent-payables', options));
      if (bytes instanceof Blob) saveFile(bytes, 'owed to agents.xlsx');
    },
  });
  const error = payables.error ?? save.error;
  if (error !== null) return <ProblemNotice title="What agents are owed could not be loaded" error={error} />;
  if (payables.data === undefined || payables.data.data.length === 0) return null;
  const { data, totals } = payables.data;
  return (
    <section className={classes.box} aria-labelledby="owed-to-agents">
      <div className={classes.boxHead}>
        <h2 id="owed-to-agents">Owed to agents now</h2>
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Excel
        </Button>
      </div>
      <Rows
        label="Owed to agents"
        rows={data}
        keyOf={({ agentId }) => agentId}
        nameLabel="Agent"
        nameOf={({ agentName }) => agentName}
        totalLabel="All agents"
        columns={[
          ...COLUMNS.map(([name, label]) => ({
            label,
            cell: (row: (typeof data)[number]) => quietMoney(row[name]),
            isNumber: true,
            total: quietMoney(totals[name]),
          })),
          {
            label: 'Owed in all',
            cell: ({ total }) => quietMoney(total),
            isNumber: true,
            total: quietMoney(totals.total),
          },
          {
            label: 'Since',
            cell: ({ dueSince }) => (dueSince === null ? '–' : dayText(`${dueSince}T12:00:00`)),
            isOptional: true,
          },
        ]}
      />
    </section>
  );
}
