import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { FaultNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { signedMoney } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import { type Adjustment, useRunChange, type WholeRun } from './use-pay.ts';

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
export function RunAdjustments({ run, agentId }: RunAdjustmentsProps) {
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
