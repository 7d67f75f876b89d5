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
  const { carriers, months } = statements;
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
              {carrier.cells.map((cell) => (
                <td key={cell.period} data-state={cell.state}>
                  <Cell carrier={carrier} cell={cell} to={statements.to} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

interface CellProps {
  readonly carrier: CarrierRow;
  readonly cell: StatementCell;
  readonly to: string;
}

function Cell({ carrier: { carrierId, carrierName, workspaceId }, cell, to }: CellProps) {
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
