import { Button, NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { dayText, money } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './statements.module.css';
import { type Statement, useChange } from './use-statements.ts';

/** The deposit as a person reads it from the bank: typed once, compared with the statement by the service. */
export function DepositForm({ statement }: { readonly statement: Statement }) {
  const api = useApi();
  const { mayChange } = useRights();
  const { carrierId, workspaceId, period, depositRecord } = statement;
  const [amount, setAmount] = useState<number | string>(depositRecord?.amount ?? '');
  const [depositedOn, setDepositedOn] = useState(depositRecord?.depositedOn ?? '');
  const [note, setNote] = useState(depositRecord?.note ?? '');
  const path = { carrierId, period };
  const save = useChange(() =>
    answerOf(
      api.PUT('/v1/statements/{carrierId}/{period}/deposit', {
        params: { path },
        body: { amount: Number(amount), depositedOn, note: note.trim() === '' ? null : note.trim(), workspaceId },
      }),
    ),
  );
  const remove = useChange(() =>
    answerOf(api.DELETE('/v1/statements/{carrierId}/{period}/deposit', { params: { path, query: { workspaceId } } })),
  );
  if (!mayChange)
    return <Text size="sm">{depositRecord === null ? 'Nobody has typed it.' : typed(depositRecord)}</Text>;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className={classes.fields}>
        <NumberInput
          label="Amount"
          value={amount}
          onChange={setAmount}
          prefix="$"
          thousandSeparator=","
          decimalScale={2}
          hideControls
        />
        <TextInput
          label="Day"
          type="date"
          value={depositedOn}
          onChange={({ currentTarget }) => setDepositedOn(currentTarget.value)}
        />
        <TextInput
          label="Note"
          value={note}
          maxLength={500}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
      {depositRecord !== null && <p className={classes.note}>{typed(depositRecord)}</p>}
      {save.error !== null && <ProblemNotice title="The deposit was not stored" error={save.error} />}
      {remove.error !== null && <ProblemNotice title="The deposit is still there" error={remove.error} />}
      <div className={classes.actions}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={save.isPending}
          disabled={amount === '' || depositedOn === ''}
        >
          Store the deposit
        </Button>
        {depositRecord !== null && (
          <Button size="xs" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove it
          </Button>
        )}
      </div>
    </form>
  );
}

function typed({ amount, author, enteredAt }: NonNullable<Statement['depositRecord']>): string {
  return `${money(amount)}, typed by ${author ?? 'a program'} on ${dayText(enteredAt)}.`;
}
