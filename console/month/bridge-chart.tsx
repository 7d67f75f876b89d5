import { Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted, money, monthName, signedMoney } from '../parts/shown-values.ts';
import classes from './bridge-chart.module.css';
import { BRIDGE_LOOKS, type BridgeStep } from './bridge-kinds.ts';
import type { Home } from './use-home.ts';

interface BridgeChartProps {
  readonly bridge: NonNullable<Home['bridge']>;
  readonly period: string;
  readonly previousPeriod: string;
}

/**
 * Shows the bridge from last month's pay to this month's as a waterfall of rows. Each row has its words and its amount, so that the bars
 * are hidden from screen readers. Parts without a difference are left out.
 */
export function BridgeChart({ bridge, period, previousPeriod }: BridgeChartProps) {
  const { before, now, likeForLike } = bridge;
  const steps = placed(bridge);
  const scale = scaleOf([before, ...steps.map(({ to }) => to)]);
  const isApart = ({ part }: BridgeStep) => part === 'carriers_added' || part === 'carriers_missing';
  const own = steps.filter((step) => !isApart(step));
  const apart = steps.filter(isApart);
  return (
    <Paper component="section" withBorder className={classes.panel} aria-labelledby="bridge">
      <Title order={2} size="h4" id="bridge">
        {before === now ? 'This month is as much as the last' : 'Why this month is different'}
      </Title>
      <ul className={classes.rows} aria-labelledby="bridge">
        <Total name={monthName(previousPeriod)} amount={before} scale={scale} />
        {own.map((step) => (
          <Step key={step.part} step={step} scale={scale} period={period} />
        ))}
        {apart.length > 0 && (
          <li className={classes.likeForLike}>
            <span>Carriers with both months</span>
            <b>{signedMoney(likeForLike)}</b>
          </li>
        )}
        {apart.map((step) => (
          <Step key={step.part} step={step} scale={scale} period={period} isApart />
        ))}
        <Total name={monthName(period)} amount={now} scale={scale} />
      </ul>
      {steps.length > 0 && scale.low > 0 && (
        <Text size="xs" c="dimmed" mt="xs" aria-hidden>
          The bars begin at {money(scale.low)}.
        </Text>
      )}
    </Paper>
  );
}

interface PlacedStep extends BridgeStep {
  readonly from: number;
  readonly to: number;
}

/** Places each step that has a difference where the step before it ends. Cents are whole, so that no error of fractions adds up. */
function placed({ before, steps }: BridgeChartProps['bridge']): readonly PlacedStep[] {
  let cents = Math.round(before * 100);
  return steps.flatMap((step) => {
    const from = cents / 100;
    cents += Math.round(step.amount * 100);
    return step.amount === 0 ? [] : [{ ...step, from, to: cents / 100 }];
  });
}

/** The dollars at both ends of the bars. */
interface Scale {
  readonly low: number;
  readonly high: number;
}

/** Cuts the scale below the smallest sum, so that small differences of a large pay are seen. */
function scaleOf(sums: readonly number[]): Scale {
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const range = most - least || Math.abs(most) || 1;
  const low = least - range * 0.4;
  return { low: least >= 0 ? Math.max(low, 0) : low, high: most + range * 0.02 };
}

interface BarProps {
  readonly from: number;
  readonly to: number;
  readonly scale: Scale;
  readonly color: string;
  readonly look: string | undefined;
}

function Bar({ from, to, scale: { low, high }, color, look }: BarProps) {
  const percent = (dollars: number) => (100 * (dollars - low)) / (high - low);
  const [start, end] = [percent(Math.min(from, to)), percent(Math.max(from, to))];
  return (
    <span className={classes.track} aria-hidden>
      <span
        className={`${classes.bar} ${look ?? ''}`}
        style={{ insetInlineStart: `${start}%`, width: `${end - start}%`, backgroundColor: color }}
      />
    </span>
  );
}

function Total({ name, amount, scale }: { readonly name: string; readonly amount: number; readonly scale: Scale }) {
  return (
    <li className={`${classes.row} ${classes.total}`}>
      <span className={classes.name}>{name}</span>
      <Bar from={scale.low} to={amount} scale={scale} color="var(--bar-total)" look={undefined} />
      <span className={classes.amount}>{money(amount)}</span>
    </li>
  );
}

interface StepProps {
  readonly step: PlacedStep;
  readonly scale: Scale;
  readonly period: string;
  readonly isApart?: boolean;
}

function Step({ step: { part, amount, count, from, to }, scale, period, isApart = false }: StepProps) {
  const { label, risen, icon: Icon, color, thing } = BRIDGE_LOOKS[part];
  const content = (
    <>
      <span className={classes.name}>
        <Icon size={18} stroke={1.75} color={color} aria-hidden className={classes.icon} />
        <span>
          {amount > 0 ? (risen ?? label) : label}
          {count !== null && <span className={classes.count}> {counted(count, thing)}</span>}
        </span>
      </span>
      <Bar from={from} to={to} scale={scale} color={color} look={isApart ? classes.apart : undefined} />
      <span className={classes.amount}>{signedMoney(amount)}</span>
    </>
  );
  return <li>{linked(content, { part, period })}</li>;
}

/** Links a part to its list. What is not explained has no list until the next job of its book. */
function linked(
  content: ReactNode,
  { part, period }: Pick<BridgeStep, 'part'> & { readonly period: string },
): ReactNode {
  if (part === 'not_split') return <div className={classes.row}>{content}</div>;
  return (
    <Link to="/changes" search={{ period, kind: part }} className={classes.row}>
      {content}
    </Link>
  );
}
