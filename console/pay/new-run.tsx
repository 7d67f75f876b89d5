import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { useHome } from '../month/use-home.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultNotice } from '../parts/fault-notice.tsx';
import { monthName } from '../parts/shown-values.ts';
import { usePayRuns, usePaySetup, useRunChange } from './use-pay.ts';

/** Opens a run: its pay date and months of statements. Months that no run has paid are ticked. */
export function NewRun({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
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
