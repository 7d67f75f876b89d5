import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { keepOutOfTabOrder } from '../parts/focus.ts';
import { moneyAxis } from '../parts/money-axis.ts';
import { money, monthName, shortMonthName } from '../parts/shown-values.ts';
import type { YearReport } from './use-year.ts';

interface YearChartProps {
  readonly year: number;
  readonly months: YearReport['months'];
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
