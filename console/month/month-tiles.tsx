import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted, money } from '../parts/money.ts';
import classes from './month-overview.module.css';
import type { Home } from './use-home.ts';

interface MonthTilesProps {
  readonly home: Home;
  readonly period: string;
}

/** The month in six figures; those with members behind them lead to the members. */
export function MonthTiles({ home: { totals }, period }: MonthTilesProps) {
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
      <li>
        <Link to="/ask" className={classes.tile}>
          <Figures label="To ask for" value={money(totals.toAskFor)} note={toAskNote(totals)} />
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

function toAskNote({ toAskFor, toCheck }: Home['totals']): string {
  if (toCheck > 0) return `and ${money(toCheck)} to check`;
  return toAskFor > 0 ? 'paid below the agreed rate' : 'nothing below the agreed rates';
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
