import { Paper, Skeleton, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { AgentTable } from './agent-table.tsx';
import { CarrierTable } from './carrier-table.tsx';
import { EventNotices } from './event-notices.tsx';
import classes from './month-overview.module.css';
import { MonthTiles } from './month-tiles.tsx';
import { useClaims } from './use-claims.ts';
import type { MonthProps } from './use-home.ts';

/** Loads the chart after the figures are shown, because the library of charts is as large as all other code. */
const PaidByMonth = lazy(async () => ({ default: (await import('./paid-by-month.tsx')).PaidByMonth }));

/** Shows everything about one month: changes that carriers made for many members, the tiles, the carriers, the year and the agents. */
export function MonthOverview({ home, period }: MonthProps) {
  const claims = useClaims(period);
  return (
    <div className={classes.overview}>
      <EventNotices home={home} />
      <MonthTiles home={home} period={period} claims={claims} />
      <section aria-labelledby="carriers">
        <Title order={2} size="h4" id="carriers" mb="xs">
          Carriers
        </Title>
        <CarrierTable carriers={home.carriers} period={period} claims={claims} />
      </section>
      <div className={classes.halves}>
        <Paper component="section" withBorder p="md" aria-labelledby="year">
          <Title order={2} size="h4" id="year" mb="sm">
            Paid by month
          </Title>
          <Suspense fallback={<Skeleton height={260} />}>
            <PaidByMonth months={home.months} />
          </Suspense>
        </Paper>
        <Paper component="section" withBorder p="md" aria-labelledby="agents">
          <Title order={2} size="h4" id="agents" mb="sm">
            By agent
          </Title>
          <AgentTable home={home} period={period} />
        </Paper>
      </div>
    </div>
  );
}
