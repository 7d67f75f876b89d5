import { Link } from '@tanstack/react-router';
import { Scrolling } from '../parts/scrolling.tsx';
import { monthName, shortMonthName, signedMoney } from '../parts/shown-values.ts';
import { MonthClosing } from './month-closing.tsx';
import { STATE_LOOKS } from './state-looks.ts';
import { StateMark } from './state-mark.tsx';
import classes from './statements.module.css';
import type { CarrierRow, StatementCell, Statements } from './use-statements.ts';

/** Carriers down and months across, newest first. On a phone each carrier is a card with its months. */
export function StatementGrid({ statements }: { readonly statements: Statements }) {
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
  const { period, state, depositDifference } = cell;
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
      {differs && (
        <span className={classes.differs}>
          <span className="visually-hidden">deposit </span>
          {signedMoney(depositDifference)}
        </span>
      )}
    </Link>
  );
}
