import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { keepOutOfTabOrder } from '../parts/keep-out-of-tab-order.ts';
import { axisMoney, money, monthName, shortMonthName } from '../parts/shown-values.ts';
import type { Home } from './use-home.ts';

/** Shows a bar for each month of the year. Screen readers get the same figures as a table. */
export function PaidByMonth({ months }: { readonly months: Home['months'] }) {
  const data = months.map(({ period, paidNet }) => ({ month: shortMonthName(period), Paid: paidNet }));
  return (
    <>
      <div aria-hidden ref={keepOutOfTabOrder}>
        <BarChart
          h={260}
          data={data}
          dataKey="month"
          series={[{ name: 'Paid', color: 'blue.7' }]}
          valueFormatter={money}
          yAxisProps={{ width: 56, tickFormatter: axisMoney }}
          barProps={{ isAnimationActive: false, maxBarSize: 48 }}
          maxBarWidth={48}
          accessibilityLayer={false}
        />
      </div>
      <table className="visually-hidden">
        <caption>Paid by month</caption>
        <tbody>
          {months.map(({ period, paidNet }) => (
            <tr key={period}>
              <th scope="row">{monthName(period)}</th>
              <td>{money(paidNet)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
