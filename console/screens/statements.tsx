import { Button } from '@mantine/core';
import IconCalendarCheck from '@tabler/icons-react/icons/IconCalendarCheck';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyList } from '../parts/empty-list.tsx';
import { KeysHint } from '../parts/keys-hint.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowsSkeleton } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import { StatementGrid } from '../statements/statement-grid.tsx';
import { StatementPanel } from '../statements/statement-panel.tsx';
import classes from '../statements/statements.module.css';
import { type Statements, useStatements } from '../statements/use-statements.ts';

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
