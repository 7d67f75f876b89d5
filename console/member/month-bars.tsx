import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { keepOutOfTabOrder } from '../parts/keep-out-of-tab-order.ts';
import { money } from '../parts/money.ts';
import { shortMonthName } from '../parts/month-name.ts';

const MONTHS_SHOWN = 24;

interface PaidMonth {
  readonly period: string;
  readonly commissionAmount: number;
}

/** Shows a bar for each month. A screen reader gets the same figures from the table below. */
export function MonthBars({ months }: { readonly months: readonly PaidMonth[] }) {
  const data = months
    .slice(-MONTHS_SHOWN)
    .map(({ period, commissionAmount }) => ({ month: shortMonthName(period), Paid: commissionAmount }));
  return (
    <div aria-hidden ref={keepOutOfTabOrder}>
      <BarChart
        h={200}
        data={data}
        dataKey="month"
        series={[{ name: 'Paid', color: 'blue.7' }]}
        valueFormatter={money}
        yAxisProps={{ width: 90 }}
        barProps={{ isAnimationActive: false, maxBarSize: 48 }}
        accessibilityLayer={false}
      />
    </div>
  );
}
