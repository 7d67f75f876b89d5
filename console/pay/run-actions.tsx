import { Button, FileInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { type Api, useApi, useClient } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { AS_CSV, saveFile } from '../parts/save-workbook.ts';
import { counted, momentText, money, quietMoney, signedMoney } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';
import { useRights } from '../session/use-session.ts';
import { useRunChange, type WholeRun } from './use-pay.ts';

interface RunActionsProps {
  readonly run: WholeRun;
}

/** The next step of a run as its only filled button, and the quiet ones beside it. */
export function RunActions({ run }: RunActionsProps) {
  const { mayChange, isOwner } = useRights();
  const { state, hasChangedSinceReview } = run;
  const isOpen = state === 'draft' || state === 'reviewed';
  const isReviewed = state === 'reviewed' && !hasChangedSinceReview;
  return (
    <>
      {!isOpen && <Files run={run} />}
      <CompareSheet runId={run.id} />
      {!isOpen && mayChange && <MailStatements runId={run.id} />}
      {isOpen && mayChange && <DeleteRun run={run} />}
      {isOpen && mayChange && !isReviewed && <Review run={run} />}
      {isReviewed && isOwner && <Approve run={run} />}
      {isReviewed && !isOwner && <Text size="sm">An owner approves it.</Text>}
      {!isOpen && isOwner && <MarkPaid key={state} run={run} />}
    </>
  );
}

function Files({ run: { id, payDate } }: RunActionsProps) {
  const api = useApi();
  const take = useMutation({
    mutationFn: async (what: 'payments' | 'quickbooks' | 'xero') => {
      const options = { headers: AS_CSV, parseAs: 'blob' } as const;
      const path = { runId: id };
      const bytes: unknown = await answerOf(
        what === 'payments'
          ? api.GET('/v1/pay-runs/{runId}/payments', { params: { path }, ...options })
          : api.GET('/v1/pay-runs/{runId}/journal', { params: { path, query: { program: what } }, ...options }),
      );
      if (bytes instanceof Blob) saveFile(bytes, `${what}-${payDate}.csv`);
    },
  });
  return (
    <>
      {take.error !== null && <ProblemNotice title="The file was not made" error={take.error} />}
      <Button variant="default" disabled={take.isPending} onClick={() => take.mutate('payments')}>
        Payments CSV
      </Button>
      <Button variant="default" disabled={take.isPending} onClick={() => take.mutate('quickbooks')}>
        Journal for QuickBooks
      </Button>
      <Button variant="default" disabled={take.isPending} onClick={() => take.mutate('xero')}>
        Journal for Xero
      </Button>
    </>
  );
}

function Review({ run: { id, hasChangedSinceReview, state } }: RunActionsProps) {
  const api = useApi();
  const review = useRunChange(() =>
    answerOf(api.POST('/v1/pay-runs/{runId}/review', { params: { path: { runId: id } }, body: {} })),
  );
  const isAgain = state === 'reviewed' && hasChangedSinceReview;
  return (
    <>
      {isAgain && <Text size="sm">It has changed since it was reviewed.</Text>}
      {review.error !== null && <ProblemNotice title="It was not reviewed" error={review.error} />}
      <Button loading={review.isPending} onClick={() => review.mutate(undefined)}>
        {isAgain ? 'Reviewed again' : 'Reviewed'}
      </Button>
    </>
  );
}

function Approve({ run: { id, sums } }: RunActionsProps) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const approve = useRunChange(
    () => answerOf(api.POST('/v1/pay-runs/{runId}/approve', { params: { path: { runId: id } }, body: {} })),
    () => setAsked(false),
  );
  return (
    <>
      <Button onClick={() => setAsked(true)}>Approve</Button>
      <Dialog title="Approve this run" isOpen={isAsked} onClose={() => setAsked(false)}>
        <div className={classes.form}>
          <Text size="sm">
            {money(sums.paid)} will be paid to agents. The run never changes again: what comes later is an adjustment of
            the next one.
          </Text>
          {sums.held !== 0 && (
            <Text size="sm">{money(sums.held)} stays held until there is an agent and a rule for it.</Text>
          )}
          {approve.error !== null && <ProblemNotice title="It was not approved" error={approve.error} />}
          <div>
            <Button loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
              Yes, approve it
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

function MarkPaid({ run: { id, payDate, sums, ...run } }: RunActionsProps) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const [paidOn, setPaidOn] = useState(run.paidOn ?? payDate);
  const [method, setMethod] = useState(run.method ?? 'ACH');
  const [reference, setReference] = useState(run.reference ?? '');
  const isPaid = run.state === 'paid';
  const pay = useRunChange(
    () =>
      answerOf(
        api.POST('/v1/pay-runs/{runId}/paid', {
          params: { path: { runId: id } },
          body: { paidOn, method: method.trim(), reference: reference.trim() === '' ? null : reference.trim() },
        }),
      ),
    () => setAsked(false),
  );
  return (
    <>
      <Button variant={isPaid ? 'default' : 'filled'} onClick={() => setAsked(true)}>
        {isPaid ? 'Correct the payment' : 'Mark as paid'}
      </Button>
      <Dialog
        title={isPaid ? 'Correct the payment' : 'Mark this run as paid'}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      >
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            pay.mutate(undefined);
          }}
        >
          <Text size="sm">{money(sums.paid)} went to agents.</Text>
          <div className={classes.fields}>
            <TextInput
              label="Sent on"
              type="date"
              required
              value={paidOn}
              onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
            />
            <TextInput
              label="How"
              required
              maxLength={100}
              value={method}
              onChange={({ currentTarget }) => setMethod(currentTarget.value)}
            />
            <TextInput
              label="Reference"
              maxLength={200}
              value={reference}
              onChange={({ currentTarget }) => setReference(currentTarget.value)}
            />
          </div>
          {pay.error !== null && <FaultNotice title="It was not marked" error={pay.error} />}
          <div>
            <Button type="submit" loading={pay.isPending} disabled={paidOn === '' || method.trim() === ''}>
              It is paid
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

function DeleteRun({ run: { id } }: RunActionsProps) {
  const api = useApi();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = useRunChange(
    () => answerOf(api.DELETE('/v1/pay-runs/{runId}', { params: { path: { runId: id } } })),
    () => void navigate({ to: '/pay' }),
  );
  return (
    <>
      {remove.error !== null && <ProblemNotice title="The run is still there" error={remove.error} />}
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() => (isAsked ? remove.mutate(undefined) : setAsked(true))}
      >
        {isAsked ? 'Yes, delete it' : 'Delete'}
      </Button>
    </>
  );
}

interface CompareSheetProps {
  readonly runId: string;
}

/** Compares the run with the agency's own sheet. */
function CompareSheet({ runId }: CompareSheetProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Compare with a sheet
      </Button>
      <SidePanel title="Your sheet said" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Comparison runId={runId} />
      </SidePanel>
    </>
  );
}

function Comparison({ runId }: CompareSheetProps) {
  const api = useApi();
  const { form } = useClient();
  const compare = useMutation({
    mutationFn: async (file: File) =>
      answerOf(
        api.POST('/v1/pay-runs/{runId}/compare', {
          params: { path: { runId } },
          body: { file },
          ...form(),
        }),
      ),
  });
  return (
    <div className={classes.form}>
      <FileInput
        label="Sheet of agents and amounts"
        placeholder="Choose a file"
        accept=".csv,.xlsx,.xls"
        onChange={(file) => file !== null && compare.mutate(file)}
      />
      {compare.error !== null && <FaultNotice title="The sheet was not read" error={compare.error} />}
      {compare.data !== undefined && <Differences compared={compare.data} />}
    </div>
  );
}

function Differences({ compared: { data, totals } }: { readonly compared: Schema<'SheetComparison'> }) {
  return (
    <>
      <Rows
        label="The run and the sheet"
        rows={data}
        keyOf={({ agentId, agentName }) => agentId ?? agentName}
        nameLabel="Agent"
        nameOf={({ agentName }) => agentName}
        columns={[
          { label: 'Run', cell: ({ run }) => quietMoney(run ?? 0), isNumber: true, total: quietMoney(totals.run) },
          {
            label: 'Sheet',
            cell: ({ sheet }) => quietMoney(sheet ?? 0),
            isNumber: true,
            total: quietMoney(totals.sheet),
          },
          {
            label: 'Difference',
            cell: ({ difference }) => signedMoney(difference),
            isNumber: true,
            total: signedMoney(totals.difference),
          },
        ]}
        totalLabel="All agents"
      />
      {data
        .filter(({ reasons }) => reasons.length > 0)
        .map(({ agentId, agentName, reasons }) => (
          <div key={agentId ?? agentName} className={classes.message}>
            <b>{agentName}</b>
            <span className={classes.small}>{reasons.join(' ')}</span>
          </div>
        ))}
    </>
  );
}

interface MailStatementsProps {
  readonly runId: string;
}

/** Sends the statements that still wait. One request sends some of them. */
async function sendAll(api: Api, runId: string) {
  const params = { path: { runId } };
  const failed: string[] = [];
  for (let left = 1; left > 0; ) {
    const part = await answerOf(api.POST('/v1/pay-runs/{runId}/statement-mails', { params, body: {} }));
    failed.push(...part.failed);
    left = part.sent > 0 ? part.left : 0;
  }
  return { failed };
}

/** Mails each agent of an approved run the own statement. Agents without an address stand first. */
function MailStatements({ runId }: MailStatementsProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Send to agents
      </Button>
      <Dialog title="Send the statements" isOpen={isAsked} onClose={() => setAsked(false)}>
        <MailForm runId={runId} />
      </Dialog>
    </>
  );
}

function MailForm({ runId }: MailStatementsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const key = ['pay-mails', runId];
  const params = { path: { runId } };
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => answerOf(api.GET('/v1/pay-runs/{runId}/statement-mails', { params })),
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const send = useMutation({ mutationFn: () => sendAll(api, runId), onSettled });
  const again = useMutation({
    mutationFn: (agentId: string) =>
      answerOf(api.POST('/v1/pay-runs/{runId}/statement-mails', { params, body: { agentId, isAgain: true } })),
    onSettled,
  });
  if (error !== null) return <ProblemNotice title="The agents could not be loaded" error={error} />;
  if (data === undefined) return null;
  const waiting = data.data.filter(({ email, sentAt }) => email !== null && sentAt === null).length;
  const failed = [...(send.data?.failed ?? []), ...(again.data?.failed ?? [])];
  return (
    <div className={classes.form}>
      {!data.canSend && (
        <Text size="sm">No mail server is set up here. Take the statements, and send them yourself.</Text>
      )}
      <ul className={classes.lines}>
        {data.data.map(({ agentId, agentName, email, sentTo, sentAt }) => (
          <li key={agentId} className={classes.line}>
            <span>{agentName}</span>
            <span className={classes.quiet}>
              {email === null ? 'No email address' : sentAt === null ? email : `${sentTo}, ${momentText(sentAt)}`}
            </span>
            {sentAt !== null && email !== null && data.canSend && (
              <Button
                size="compact-xs"
                variant="default"
                loading={again.isPending}
                onClick={() => again.mutate(agentId)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {[send.error, again.error].map(
        (problem, at) =>
          problem !== null && (
            <ProblemNotice key={at === 0 ? 'send' : 'again'} title="Not all were sent" error={problem} />
          ),
      )}
      {failed.length > 0 && <Text size="sm">The mail server did not take those of {failed.join(', ')}.</Text>}
      {data.canSend && (
        <div>
          <Button loading={send.isPending} disabled={waiting === 0} onClick={() => send.mutate()}>
            {waiting === 0 ? 'All are sent' : `Send ${counted(waiting, 'statement')}`}
          </Button>
        </div>
      )}
    </div>
  );
}
