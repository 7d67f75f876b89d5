import { Button, Text, TextInput } from '@mantine/core';
import IconCalendarCheck from '@tabler/icons-react/icons/IconCalendarCheck';
import IconLock from '@tabler/icons-react/icons/IconLock';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowsSkeleton } from '../parts/rows.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { counted, dayText, momentText, monthName, shortMonthName, signedMoney } from '../parts/shown-values.ts';
import { useRights, useSession } from '../session/use-session.ts';
import { STATE_LOOKS, StateMark } from '../statements/state-mark.tsx';
import { StatementPanel } from '../statements/statement-panel.tsx';
import classes from '../statements/statements.module.css';
import {
  type CarrierRow,
  type MonthHead,
  type StatementCell,
  type Statements,
  useChange,
  useStatements,
} from '../statements/use-statements.ts';

/** Which statements are here: carriers down, months across. A cell opens beside the list. */
export function StatementsScreen() {
  const { mayChange } = useRights();
  const navigate = useNavigate();
  const { to, carrierId, month, workspaceId } = useSearch({ from: '/signed-in/statements' });
  const { data, error, refetch } = useStatements(to);
  // The closed panel takes the place of the open one, so that going back does not open it again.
  const close = () =>
    void navigate({ to: '/statements', search: to === undefined ? {} : { to }, replace: true, resetScroll: false });
  const row = data?.carriers.find((one) => one.carrierId === carrierId && isOf(one.workspaceId, workspaceId));
  const isShown = carrierId !== undefined && month !== undefined;
  const workspace = workspaceId ?? row?.workspaceId;
  return (
    <>
      <PageTitle
        title="Statements"
        lead={data === undefined ? 'Which statements are here' : leadOf(data)}
        actions={
          mayChange && (
            <LinkButton to="/drop" variant="default">
              Add statements
            </LinkButton>
          )
        }
      />
      {error !== null && (
        <ProblemNotice title="The statements could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <RowsSkeleton />}
      {data?.carriers.length === 0 && (
        <EmptyList
          icon={IconCalendarCheck}
          words="The first statement makes the first line here: a carrier, and its months across."
        />
      )}
      {data !== undefined && data.carriers.length > 0 && <StatementGrid statements={data} />}
      {data !== undefined && data.carriers.length > 0 && <KeysHint closes />}
      {data !== undefined && (data.hasEarlier || data.hasLater) && <Paging statements={data} />}
      {isShown && workspace !== undefined && (
        <StatementPanel
          of={{ carrierId, workspaceId: workspace, period: month }}
          carrierName={row?.carrierName ?? 'Statement'}
          onClose={close}
        />
      )}
    </>
  );
}

const isOf = (workspaceId: string, wanted: string | undefined) => wanted === undefined || wanted === workspaceId;

function leadOf({ carriers, late, months }: Statements): string {
  if (carriers.length === 0) return 'No statement has been added yet.';
  if (late > 0) return `${counted(late, 'statement is', 'statements are')} late.`;
  const [newest] = months;
  return newest !== undefined && newest.open.length > 0 ? 'Nothing is late.' : 'Everything expected is here.';
}

function Paging({ statements: { from, to, hasEarlier, hasLater, months } }: { readonly statements: Statements }) {
  const navigate = useNavigate();
  const go = (period: string | undefined) =>
    void navigate({ to: '/statements', search: period === undefined ? {} : { to: period } });
  return (
    <nav className={`${classes.paging} no-print`} aria-label="Months">
      <Button variant="default" size="xs" disabled={!hasLater} onClick={() => go(shifted(to, months.length))}>
        Newer months
      </Button>
      <Button variant="default" size="xs" disabled={!hasEarlier} onClick={() => go(shifted(from, -1))}>
        Older months
      </Button>
    </nav>
  );
}

/** Returns the month so many months later; undefined for a month after the current one, where the newest are shown. */
function shifted(period: string, months: number): string | undefined {
  const date = new Date(`${period}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date > new Date() ? undefined : date.toISOString().slice(0, 7);
}

/** Carriers down and months across, newest first. On a phone each carrier is a card with its months. */
function StatementGrid({ statements }: { readonly statements: Statements }) {
  const { carriers } = statements;
  const shown = shownMonths(statements);
  const months = statements.months.slice(0, shown);
  const hasWorkspaces = new Set(carriers.map(({ workspaceId }) => workspaceId)).size > 1;
  return (
    <Scrolling label="Statements by carrier and month">
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            {months.map((month) => (
              <th key={month.period} scope="col">
                <span className={classes.month}>{shortMonthName(month.period)}</span>
                <MonthClosing month={month} carriers={carriers} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {carriers.map((carrier) => (
            <tr key={`${carrier.carrierId} ${carrier.workspaceId}`}>
              <th scope="row">
                <span className={classes.carrier}>{carrier.carrierName}</span>
                {hasWorkspaces && <span className={classes.usual}>{carrier.workspaceName}</span>}
                {carrier.usual !== null && <span className={classes.usual}>{carrier.usual.words}</span>}
              </th>
              {carrier.cells.slice(0, shown).map((cell, at) => (
                <td key={cell.period} data-state={cell.state}>
                  <Cell carrier={carrier} cell={cell} to={statements.to} isFirst={at === firstFile(carrier)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

/** Returns how many months are shown: those before the agency's first statement are left out. */
function shownMonths({ carriers, months, hasEarlier }: Statements): number {
  if (hasEarlier) return months.length;
  return 1 + months.findLastIndex((_, at) => carriers.some(({ cells }) => cells[at]?.state !== 'nothing'));
}

const firstFile = ({ cells }: CarrierRow) => cells.findIndex(({ state }) => state !== 'nothing');

interface CellProps {
  readonly carrier: CarrierRow;
  readonly cell: StatementCell;
  readonly to: string;
  /** True for the carrier's newest cell, on which the keys j and k stop. */
  readonly isFirst: boolean;
}

function Cell({ carrier: { carrierId, carrierName, workspaceId }, cell, to, isFirst }: CellProps) {
  const { period, state, unreadRows, depositDifference } = cell;
  if (state === 'nothing')
    return (
      <span className={classes.quiet}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{STATE_LOOKS.nothing.label}</span>
      </span>
    );
  const differs = depositDifference !== null && depositDifference !== 0;
  return (
    <Link
      to="/statements"
      search={{ to, carrierId, month: period, workspaceId }}
      className={classes.cell}
      title={differs ? `${cell.detail} The deposit differs by ${signedMoney(depositDifference)}.` : cell.detail}
      resetScroll={false}
      {...(isFirst && { 'data-row': true })}
    >
      <span className="visually-hidden">
        {carrierName}, {monthName(period)}:{' '}
      </span>
      <span className={classes.cellMonth} aria-hidden>
        {shortMonthName(period)}
      </span>
      <StateMark state={state} />
      {unreadRows > 0 && <span className={classes.differs}>{counted(unreadRows, 'row')} unread</span>}
      {differs && (
        <span className={classes.differs}>
          <span className="visually-hidden">deposit </span>
          {signedMoney(depositDifference)}
        </span>
      )}
    </Link>
  );
}

interface MonthClosingProps {
  readonly month: MonthHead;
  readonly carriers: readonly CarrierRow[];
}

/** Below the name of a month: whether it is closed, and the way to close it with a signature or to open it again. */
function MonthClosing({ month, carriers }: MonthClosingProps) {
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
