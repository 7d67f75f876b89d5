import { Link } from '@tanstack/react-router';
import { TextLink } from '../parts/link-button.tsx';
import { RowLink } from '../parts/rows.tsx';
import { money, monthName, quietCount, signedMoney } from '../parts/shown-values.ts';
import { StateMark } from '../statements/state-mark.tsx';
import classes from './carrier-table.module.css';
import type { ClaimTotals, HomeCarrier } from './use-home.ts';

interface CarrierTableProps {
  readonly carriers: readonly HomeCarrier[];
  readonly period: string;
  readonly claims: ClaimTotals | undefined;
}

const FIGURES = ['Members', 'Paid', 'Change', 'Gone', 'Paid less', 'New', 'To ask for'] as const;

/** The carriers, a row for each, with its statement and what changed since the month before. On a phone each carrier is a card. */
export function CarrierTable({ carriers, period, claims }: CarrierTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has only a keyboard must be able to scroll a wide table.
    <section className={classes.scroll} tabIndex={0} aria-label="Carriers of the month">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            <th scope="col">Statement</th>
            <th scope="col">12 months</th>
            {FIGURES.map((label) => (
              <th key={label} scope="col" className={classes.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {carriers.map((carrier) => (
            <CarrierRow
              key={carrier.carrierId}
              carrier={carrier}
              period={period}
              toAskFor={amountToAskFor(claims, carrier.carrierId)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function amountToAskFor(claims: ClaimTotals | undefined, carrierId: string): string {
  if (claims === undefined) return '…';
  const amount = claims.byCarrier.find((of) => of.carrierId === carrierId)?.recoverable ?? 0;
  return amount === 0 ? '–' : money(amount);
}

interface CarrierRowProps {
  readonly carrier: HomeCarrier;
  readonly period: string;
  readonly toAskFor: string;
}

function CarrierRow({ carrier, period, toAskFor }: CarrierRowProps) {
  const { carrierId, carrierName, state, lastPeriod, difference, usual, paidByMonth } = carrier;
  const isHere = state === 'complete' || state === 'waiting';
  const figures = [
    quietCount(carrier.members),
    money(carrier.paidNet),
    difference === null ? 'first month' : signedMoney(difference),
    quietCount(carrier.gone),
    quietCount(carrier.paidLess),
    quietCount(carrier.new),
    toAskFor,
  ];
  return (
    <tr>
      <th scope="row">
        {isHere ? (
          <RowLink to="/changes" search={{ period, carrierId }}>
            {carrierName}
          </RowLink>
        ) : (
          carrierName
        )}
      </th>
      <td>
        <div className={classes.statement}>
          <Link to="/statements" search={{ carrierId, month: period }} className={classes.state}>
            <StateMark state={state} />
          </Link>
          {usual !== null && <span className={classes.usual}>{usual.words}</span>}
        </div>
      </td>
      <td>
        <Sparkline values={paidByMonth} />
      </td>
      {isHere ? (
        figures.map((figure, at) => (
          <td key={FIGURES[at]} className={classes.number} data-quiet={figure === '–' || undefined}>
            <span className={classes.label} aria-hidden>
              {FIGURES[at]}
            </span>
            {figure}
          </td>
        ))
      ) : (
        <td colSpan={FIGURES.length} className={classes.sentence}>
          The last statement is of {monthName(lastPeriod)}. <TextLink to="/drop">Add it</TextLink>
        </td>
      )}
    </tr>
  );
}

const WIDTH = 84;
const HEIGHT = 20;

/** The course of a year as a small line. It is hidden from screen readers, so that words beside it must say the same. */
function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const range = most - least || 1;
  const place = (value: number, at: number) => ({
    x: 2 + ((WIDTH - 4) * at) / (values.length - 1),
    y: most === least ? HEIGHT / 2 : HEIGHT - 3 - ((HEIGHT - 6) * (value - least)) / range,
  });
  const points = values.map((value, at) => (value === null ? null : place(value, at)));
  const last = points.at(-1) ?? null;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden className={classes.line}>
      <path d={pathOf(points)} fill="none" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
      {last !== null && <circle cx={last.x} cy={last.y} r="2" stroke="none" />}
    </svg>
  );
}

/** Joins the points. A month without a statement is a gap. */
function pathOf(points: readonly ({ readonly x: number; readonly y: number } | null)[]): string {
  return points
    .map((point, at) => {
      if (point === null) return '';
      const isStart = (points[at - 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    })
    .join('');
}
