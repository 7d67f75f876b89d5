import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted, money } from '../parts/money.ts';
import classes from './month-overview.module.css';
import type { ClaimTotals } from './use-claims.ts';
import type { MonthProps } from './use-home.ts';

interface MonthTilesProps extends MonthProps {
  readonly claims: ClaimTotals | undefined;
}

/** Shows the month in figures. A figure about members leads to the list of these members. Planned steps are shown where there are any. */
export function MonthTiles({ home: { totals }, period, claims }: MonthTilesProps) {
  const { members, missingStatements } = totals;
  return (
    <ul className={classes.tiles} aria-label="The month in figures">
      <li>
        <div className={classes.tile}>
          <Figures label="Paid" value={money(totals.paidNet)} note={`for ${counted(members, 'member')}`} />
        </div>
      </li>
      <li>
        <Link to="/changes" search={{ period, kind: 'gone' }} className={classes.tile}>
          <Figures label="Gone" value={money(totals.goneAmount)} note={counted(totals.gone, 'member')} />
        </Link>
      </li>
      <li>
        <Link to="/changes" search={{ period, kind: 'paid_less' }} className={classes.tile}>
          <Figures label="Paid less" value={money(totals.paidLessAmount)} note={counted(totals.paidLess, 'member')} />
        </Link>
      </li>
      {totals.plannedStep > 0 && (
        <li>
          <Link to="/changes" search={{ period, kind: 'planned_step' }} className={classes.tile}>
            <Figures
              label="Planned steps"
              value={money(totals.plannedStepAmount)}
              note={counted(totals.plannedStep, 'member')}
            />
          </Link>
        </li>
      )}
      <li>
        <Link to="/ask" className={classes.tile}>
          <Figures label="To ask for" value={askedAmount(claims)} note={askedNote(claims)} />
        </Link>
      </li>
      <li>
        <div className={classes.tile}>
          <Figures
            label="Taken back"
            value={money(totals.chargebacks)}
            note={`from ${counted(totals.takenBack, 'member')}`}
          />
        </div>
      </li>
      <li>
        <Link to="/drop" className={classes.tile}>
          <Figures
            label="Missing statements"
            value={String(missingStatements)}
            note={missingStatements === 0 ? 'all carriers are here' : 'add them'}
          />
        </Link>
      </li>
    </ul>
  );
}

function askedAmount(claims: ClaimTotals | undefined): string {
  return claims === undefined ? '…' : money(claims.recoverable);
}

function askedNote(claims: ClaimTotals | undefined): string {
  if (claims === undefined) return 'see the list';
  if (claims.estimated > 0) return `and ${money(claims.estimated)} to check`;
  return claims.claims === 0 ? 'no carrier owes you money' : `in ${counted(claims.claims, 'claim')}`;
}

interface FiguresProps {
  readonly label: string;
  readonly value: string;
  readonly note: ReactNode;
}

function Figures({ label, value, note }: FiguresProps) {
  return (
    <>
      <span className={classes.tileLabel}>{label}</span>
      <span className={classes.tileValue}>{value}</span>
      <span className={classes.tileNote}>{note}</span>
    </>
  );
}
