import { Button, NumberInput, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { dayText, momentText, money, monthName, signedMoney } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';
import { useRights } from '../session/use-session.ts';
import { StateMark } from './state-mark.tsx';
import { StatementFileCard } from './statement-file-card.tsx';
import classes from './statements.module.css';
import { type Statement, type StatementKey, useChange, useStatement } from './use-statements.ts';

interface StatementPanelProps {
  readonly of: StatementKey;
  /** The carrier as the list names it, until the statement is loaded. */
  readonly carrierName: string;
  readonly onClose: () => void;
}

/** Everything about one month of a carrier, beside the list. */
export function StatementPanel({ of, carrierName, onClose }: StatementPanelProps) {
  const { data: statement, error, refetch } = useStatement(of);
  return (
    <SidePanel
      title={`${statement?.carrierName ?? carrierName}, ${monthName(of.period)}`}
      lead={statement && <Lead statement={statement} />}
      isOpen
      onClose={onClose}
    >
      {error !== null && (
        <ProblemNotice title="The statement could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {error === null && statement === undefined && <Loading />}
      {statement !== undefined && <Content statement={statement} />}
    </SidePanel>
  );
}

/** States whose detail begins with the word of the state. */
const SAID_IN_DETAIL: ReadonlySet<Statement['state']> = new Set(['late', 'missing', 'closed', 'nothing']);

function Lead({ statement: { state, detail } }: { readonly statement: Statement }) {
  const hasOwnWords = SAID_IN_DETAIL.has(state);
  return (
    <div className={classes.lead}>
      <StateMark state={state} {...(hasOwnWords && { words: detail })} />
      {!hasOwnWords && <span>{detail}</span>}
    </div>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading …</span>
      <Skeleton height={44} mb="lg" />
      <Skeleton height={140} mb="sm" />
      <Skeleton height={140} />
    </div>
  );
}

function Content({ statement }: { readonly statement: Statement }) {
  const { files, history, closed } = statement;
  return (
    <>
      <Facts statement={statement} />
      {closed !== null && (
        <Text size="sm">
          The month was closed {closed.signedBy === null ? 'by a program' : `by ${closed.signedBy}`} on{' '}
          {momentText(closed.closedAt)}. What a file changes now is shown beside the figures of then.
        </Text>
      )}
      <section aria-labelledby="files-of-statement">
        <Title order={3} size="h5" mb="xs" id="files-of-statement">
          Files
        </Title>
        {files.length === 0 && <Text c="dimmed">No file has come.</Text>}
        <div className={classes.files}>
          {files.map((file) => (
            <StatementFileCard key={file.fileId} file={file} statement={statement} />
          ))}
        </div>
      </section>
      <section aria-labelledby="deposit-of-statement">
        <Title order={3} size="h5" mb="xs" id="deposit-of-statement">
          Deposit
        </Title>
        <DepositForm key={statement.depositRecord?.enteredAt ?? 'none'} statement={statement} />
      </section>
      <section aria-labelledby="history-of-statement">
        <Title order={3} size="h5" mb="xs" id="history-of-statement">
          History
        </Title>
        <ul className={classes.history}>
          {history.map(({ at, who, text }) => (
            <li key={`${at} ${text}`}>
              <b>{who}</b> {text} <span className={classes.note}>{momentText(at)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const COUNT = new Intl.NumberFormat('en-US');

function Facts({ statement }: { readonly statement: Statement }) {
  const { members, paidNet, printedTotal, deposit, depositDifference } = statement;
  const amount = (value: number | null) => (value === null ? '–' : money(value));
  const facts = [
    ['Members', members === null ? '–' : COUNT.format(members)],
    ['Sum read', amount(paidNet)],
    ['Sum printed', amount(printedTotal)],
    ['Deposit', amount(deposit)],
    [
      'Difference',
      depositDifference === null ? '–' : depositDifference === 0 ? 'None' : signedMoney(depositDifference),
    ],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The deposit as a person reads it from the bank: typed once, compared with the statement by the service. */
function DepositForm({ statement }: { readonly statement: Statement }) {
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
