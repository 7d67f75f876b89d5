import { Button, Text, TextInput } from '@mantine/core';
import IconLock from '@tabler/icons-react/icons/IconLock';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { dayText, momentText, monthName } from '../parts/shown-values.ts';
import { useRights, useSession } from '../session/use-session.ts';
import classes from './statements.module.css';
import { type CarrierRow, type MonthHead, useChange } from './use-statements.ts';

interface MonthClosingProps {
  readonly month: MonthHead;
  readonly carriers: readonly CarrierRow[];
}

/** Below the name of a month: whether it is closed, and the way to close it with a signature or to open it again. */
export function MonthClosing({ month, carriers }: MonthClosingProps) {
  const { mayChange } = useRights();
  const [isOpen, setOpen] = useState(false);
  const { period, isClosed, withData } = month;
  if (withData === 0 && !isClosed) return null;
  if (!isClosed && !mayChange) return null;
  const name = monthName(period);
  const workspaceIds = [
    ...new Set(
      carriers
        .filter(({ cells }) => cells.some((cell) => cell.period === period && cell.received > 0))
        .map(({ workspaceId }) => workspaceId),
    ),
  ];
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={classes.closing}
        data-closed={isClosed || undefined}
        aria-label={isClosed ? `${name} is closed` : `Close ${name}`}
        onClick={() => setOpen(true)}
      >
        {isClosed && <IconLock size={13} stroke={1.75} aria-hidden />}
        {isClosed ? 'Closed' : 'Close'}
      </button>
      <Dialog title={isClosed ? `${name} is closed` : `Close ${name}`} isOpen={isOpen} onClose={close}>
        {isClosed ? (
          <Closed month={month} workspaceIds={workspaceIds} onDone={close} />
        ) : (
          <Closing month={month} workspaceIds={workspaceIds} onDone={close} />
        )}
      </Dialog>
    </>
  );
}

interface ChangeProps {
  readonly month: MonthHead;
  readonly workspaceIds: readonly string[];
  readonly onDone: () => void;
}

function Closing({ month: { period, open, withData, closedCount }, workspaceIds, onDone }: ChangeProps) {
  const api = useApi();
  const { me } = useSession();
  const person = me?.person ?? null;
  const known = person === null || person.email.endsWith('.invalid') ? '' : person.name;
  const [signedBy, setSignedBy] = useState(known);
  const close = useChange(async () => {
    for (const workspaceId of workspaceIds) {
      const body = { state: 'closed' as const, workspaceId, signedBy: signedBy.trim() };
      await answerOf(api.PUT('/v1/months/{period}', { params: { path: { period } }, body }));
    }
  }, onDone);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        close.mutate();
      }}
    >
      <OpenItems
        title={open.length === 0 ? 'Nothing is open.' : 'Still open:'}
        items={open.map(({ carrierName, detail }) => `${carrierName}: ${detail}`)}
      />
      <Text size="sm">
        The figures of {withData - closedCount === 1 ? '1 carrier' : `${withData - closedCount} carriers`} are kept as
        they are now. Files may still come; what they change is shown beside them.
      </Text>
      <TextInput
        label="Your signature"
        description="Your name, as it is shown with the month."
        value={signedBy}
        maxLength={200}
        onChange={({ currentTarget }) => setSignedBy(currentTarget.value)}
        data-autofocus
      />
      {close.error !== null && <ProblemNotice title="The month was not closed" error={close.error} />}
      <div>
        <Button type="submit" loading={close.isPending} disabled={signedBy.trim() === ''}>
          Sign and close
        </Button>
      </div>
    </form>
  );
}

function Closed({ month, workspaceIds, onDone }: ChangeProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const [reason, setReason] = useState('');
  const { period, closedAt, signedBy, leftOpen } = month;
  const reopen = useChange(async () => {
    for (const workspaceId of workspaceIds) {
      const body = { state: 'open' as const, workspaceId, reason: reason.trim() };
      await answerOf(api.PUT('/v1/months/{period}', { params: { path: { period } }, body }));
    }
  }, onDone);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        reopen.mutate();
      }}
    >
      <Text>
        {signedBy === null ? 'Closed by a program' : `Signed by ${signedBy}`}
        {closedAt !== null && <span title={momentText(closedAt)}>, {dayText(closedAt)}</span>}.
      </Text>
      {leftOpen.length > 0 && <OpenItems title="What was open then:" items={leftOpen} />}
      {mayChange && (
        <>
          <TextInput
            label="Why is it opened again?"
            value={reason}
            maxLength={200}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {reopen.error !== null && <ProblemNotice title="The month is still closed" error={reopen.error} />}
          <div>
            <Button type="submit" variant="default" loading={reopen.isPending} disabled={reason.trim() === ''}>
              Open it again
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function OpenItems({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
