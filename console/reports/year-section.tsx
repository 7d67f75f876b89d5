import { Button, NativeSelect, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows, RowsSkeleton } from '../parts/rows.tsx';
import { counted, money, monthName, quietCount, quietMoney, signedMoney } from '../parts/shown-values.ts';
import classes from './reports.module.css';
import { useYear, useYearWorkbook, YEAR_GROUPS, type YearReport, type YearRow, yearsUpTo } from './use-year.ts';

/** Loads the chart after the figures are shown, because the library of charts is as large as all other code. */
const YearChart = lazy(async () => ({ default: (await import('../month/paid-charts.tsx')).YearChart }));

/** Shows a year beside the year before, who stayed, and whose policies renew soon. The address holds year and grouping. */
export function YearSection() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/reports' });
  const groupBy = YEAR_GROUPS.find(({ value }) => value === search.by)?.value ?? 'carrier';
  const query = { groupBy, ...(search.year !== undefined && { year: search.year }) };
  const { data, error, refetch } = useYear(query);
  const save = useYearWorkbook();
  const show = (change: Partial<typeof search>) => void navigate({ to: '/reports', search: { ...search, ...change } });
  if (error !== null)
    return <ProblemNotice title="The year could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton />;
  const newest = Math.max(data.year, new Date().getFullYear());
  return (
    <>
      <div className={`${classes.filters} no-print`}>
        <NativeSelect
          aria-label="Year"
          data={[...yearsUpTo(newest)]}
          value={String(data.year)}
          onChange={({ currentTarget }) => show({ year: Number(currentTarget.value) })}
        />
        <NativeSelect
          aria-label="Grouped by"
          data={YEAR_GROUPS.map(({ value, label }) => ({ value, label: `By ${label.toLowerCase()}` }))}
          value={groupBy}
          onChange={({ currentTarget }) =>
            show({ by: currentTarget.value === 'carrier' ? undefined : currentTarget.value })
          }
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate(query)}>
          Save for Excel
        </Button>
      </div>
      {save.error !== null && <ProblemNotice title="The report was not saved" error={save.error} />}
      {data.through === null ? (
        <p>There is no statement of {data.year}.</p>
      ) : (
        <>
          <YearFigures report={data} through={data.through} />
          <YearTable
            key={groupBy}
            report={data}
            label={YEAR_GROUPS.find(({ value }) => value === groupBy)?.label ?? ''}
          />
          <div className={classes.halves}>
            <Paper component="section" withBorder p="md" aria-labelledby="by-month">
              <Title order={2} size="h4" id="by-month" mb="sm">
                Paid by month
              </Title>
              <Suspense fallback={<Skeleton height={260} />}>
                <YearChart year={data.year} months={data.months} />
              </Suspense>
            </Paper>
            <RenewalsToCome renewals={data.renewals} />
          </div>
        </>
      )}
    </>
  );
}

/** The figures of the whole year, in words. */
function YearFigures({ report, through }: { readonly report: YearReport; readonly through: string }) {
  const { totals, year, keptFrom } = report;
  const { paidNet, before, difference, persistencyPct, startMembers, keptMembers } = totals;
  const figures = [
    {
      label: `Paid in ${year}, up to ${monthName(through)}`,
      value: money(paidNet),
      note:
        before === null || difference === null
          ? `No statements of ${year - 1} to compare with`
          : `${signedMoney(difference)} beside ${money(before)} in the same months of ${year - 1}`,
    },
    {
      label: 'Still here',
      value: percent(persistencyPct),
      note:
        keptFrom === null
          ? 'Needs two months of a carrier'
          : `${counted(keptMembers, 'member')} of ${startMembers.toLocaleString('en-US')} since ${monthName(keptFrom)}`,
    },
    {
      label: 'Renew in the next three months',
      value: counted(totals.renewalMembers, 'member'),
      note: `${money(totals.renewalPay)} a month now`,
    },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classes.figure}>{value}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)}%`);

/** Rows that are shown at first. */
const FIRST_ROWS = 25;

interface YearTableProps {
  readonly report: YearReport;
  readonly label: string;
}

function YearTable({ report: { rows, rowCount, totals }, label }: YearTableProps) {
  const quiet = (amount: number | null) => (amount === null ? '–' : quietMoney(amount));
  const changed = (amount: number | null) => (amount === null ? '–' : signedMoney(amount));
  const figures: readonly (readonly [string, (row: Omit<YearRow, 'key' | 'name'>) => string])[] = [
    ['This year', ({ paidNet }) => quiet(paidNet)],
    ['Last year', ({ before }) => quiet(before)],
    ['Difference', ({ difference }) => changed(difference)],
    ['Active', ({ members }) => quietCount(members)],
    ['Still here', ({ persistencyPct }) => percent(persistencyPct)],
    ['Renew soon', ({ renewalMembers }) => quietCount(renewalMembers)],
    ['Their pay', ({ renewalPay }) => quiet(renewalPay)],
  ];
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <Rows
        label={`The year by ${label.toLowerCase()}`}
        rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)}
        keyOf={({ key }) => key ?? ''}
        nameLabel={label}
        nameOf={({ name }) => name ?? 'All others'}
        totalLabel="In all"
        columns={figures.map(([title, cell]) => ({ label: title, cell, isNumber: true, total: cell(totals) }))}
      />
      {!isWhole && rows.length > FIRST_ROWS && (
        <Button variant="default" mt="xs" className="no-print" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en-US')}
        </Button>
      )}
      {rowCount > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The {rows.length} with the most pay of {rowCount.toLocaleString('en-US')}.
        </Text>
      )}
    </>
  );
}

/** The months in which policies renew: the anniversaries of the day on which each began. */
function RenewalsToCome({ renewals }: { readonly renewals: YearReport['renewals'] }) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="renewals">
      <Title order={2} size="h4" id="renewals" mb="sm">
        Renewals to come
      </Title>
      {renewals.every(({ members }) => members === 0) ? (
        <Text c="dimmed">The statements do not say when policies began.</Text>
      ) : (
        <Table verticalSpacing={4} aria-labelledby="renewals">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Month</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                Members
              </Table.Th>
              <Table.Th scope="col" className={classes.number}>
                Their pay a month
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {renewals.map(({ period, members, pay }) => (
              <Table.Tr key={period}>
                <Table.Th scope="row" fw={500}>
                  {monthName(period)}
                </Table.Th>
                <Table.Td className={classes.number}>{quietCount(members)}</Table.Td>
                <Table.Td className={classes.number}>{quietMoney(pay)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}
