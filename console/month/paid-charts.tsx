import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { Schema } from '../../client/commission-client.ts';
import { keepOutOfTabOrder } from '../parts/focus.ts';
import { moneyAxis } from '../parts/money-axis.ts';
import { money, monthName, shortMonthName } from '../parts/shown-values.ts';
import classes from './month-overview.module.css';
import type { Home } from './use-home.ts';

/** The colors of carriers, in their order. Further carriers have the same colors in a lighter shade. */
const COLORS = ['blue', 'teal', 'orange', 'grape', 'cyan', 'lime', 'pink', 'yellow'];
const [DARK, LIGHT] = [7, 4];

interface PaidByMonthProps {
  readonly months: Home['months'];
  readonly carriers: Home['carriers'];
}

/** Shows a bar for each month of the year, made of what each carrier paid. Screen readers get the same figures as a table. */
export function PaidByMonth({ months, carriers }: PaidByMonthProps) {
  const data = months.map(({ period }, at) => ({
    month: shortMonthName(period),
    ...Object.fromEntries(carriers.map(({ carrierId, paidByMonth }) => [carrierId, paidByMonth[at] ?? null])),
  }));
  const series = carriers.map(({ carrierId, carrierName }, at) => ({
    name: carrierId,
    label: carrierName,
    color: `${COLORS[at % COLORS.length]}.${at < COLORS.length ? DARK : LIGHT}`,
  }));
  return (
    <>
      <div aria-hidden ref={keepOutOfTabOrder}>
        <BarChart
          h={260}
          type="stacked"
          data={data}
          dataKey="month"
          series={series}
          valueFormatter={money}
          yAxisProps={moneyAxis(months.flatMap((_, at) => stackedAmounts(carriers, at)))}
          barProps={{ isAnimationActive: false, maxBarSize: 48 }}
          maxBarWidth={48}
          accessibilityLayer={false}
        />
        {/* The chart's own legend takes the room of the bars. */}
        {series.length > 1 && (
          <div className={classes.legend}>
            {series.map(({ name, label, color }) => (
              <span key={name}>
                <span
                  className={classes.dot}
                  style={{ background: `var(--mantine-color-${color.replace('.', '-')})` }}
                />
                {label}
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="visually-hidden">
        <table>
          <caption>Paid by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Paid</th>
              {carriers.map(({ carrierId, carrierName }) => (
                <th key={carrierId} scope="col">
                  {carrierName}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ period, paidNet }, at) => (
              <tr key={period}>
                <th scope="row">{monthName(period)}</th>
                <td>{money(paidNet)}</td>
                {carriers.map(({ carrierId, paidByMonth }) => (
                  <td key={carrierId}>{paidByMonth[at] == null ? 'no statement' : money(paidByMonth[at])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The ends of a month's bar: what carriers paid stands above zero, and what they took back below. */
function stackedAmounts(carriers: Home['carriers'], at: number): readonly number[] {
  const amounts = carriers.map(({ paidByMonth }) => paidByMonth[at] ?? 0);
  const sum = (sign: number) => amounts.filter((amount) => amount * sign > 0).reduce((all, one) => all + one, 0);
  return [sum(1), sum(-1)];
}

interface YearChartProps {
  readonly year: number;
  readonly months: Schema<'YearReport'>['months'];
}

/** Shows two bars for each month: last year's and this year's. Screen readers get the same figures as a table. */
export function YearChart({ year, months }: YearChartProps) {
  const [now, before] = [String(year), String(year - 1)];
  const data = months.map(({ period, paidNet, before: earlier }) => ({
    month: shortMonthName(period).slice(0, 3),
    [before]: earlier,
    [now]: paidNet,
  }));
  return (
    <>
      <div aria-hidden ref={keepOutOfTabOrder}>
        <BarChart
          h={260}
          data={data}
          dataKey="month"
          withLegend
          series={[
            { name: before, color: 'gray.5' },
            { name: now, color: 'blue.7' },
          ]}
          valueFormatter={money}
          xAxisProps={{ interval: 0, tickFormatter: (month: string) => month.slice(0, 1) }}
          yAxisProps={moneyAxis(months.flatMap(({ paidNet, before: earlier }) => [paidNet ?? 0, earlier ?? 0]))}
          barProps={{ isAnimationActive: false, maxBarSize: 24 }}
          accessibilityLayer={false}
        />
      </div>
      <div className="visually-hidden">
        <table>
          <caption>Paid by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">{now}</th>
              <th scope="col">{before}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ period, paidNet, before: earlier }) => (
              <tr key={period}>
                <th scope="row">{monthName(period)}</th>
                <td>{paidNet === null ? 'no statement' : money(paidNet)}</td>
                <td>{earlier === null ? 'no statement' : money(earlier)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
