import { Button, NativeSelect, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows, RowsSkeleton } from '../parts/rows.tsx';
import { quietCount, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import classes from './reports.module.css';
import { useAgentYear, useCarrierYear, useSaveYear, yearsUpTo } from './use-year.ts';

/** Shows what carriers paid in a calendar year, to hold against their forms, and what agents were paid, for the agency's own forms. */
export function Form1099() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/reports' });
  const newest = new Date().getFullYear();
  const year = search.year ?? newest;
  const save = useSaveYear(year);
  return (
    <>
      <div className={`${classes.filters} no-print`}>
        <NativeSelect
          aria-label="Calendar year"
          data={[...yearsUpTo(newest)]}
          value={String(year)}
          onChange={({ currentTarget }) =>
            void navigate({ to: '/reports', search: { ...search, year: Number(currentTarget.value) } })
          }
        />
      </div>
      {save.error !== null && <ProblemNotice title="The list was not saved" error={save.error} />}
      <section aria-labelledby="from-carriers">
        <div className={classes.head}>
          <Title order={2} size="h4" id="from-carriers">
            From carriers
          </Title>
          <Button size="xs" variant="default" className="no-print" onClick={() => save.mutate('carriers')}>
            Save carriers as CSV
          </Button>
        </div>
        <Text size="sm" c="dimmed" mb="xs">
          To hold against the form that each carrier sends. Only statements that were added count.
        </Text>
        <FromCarriers year={year} />
      </section>
      <section aria-labelledby="to-agents" className={classes.second}>
        <div className={classes.head}>
          <Title order={2} size="h4" id="to-agents">
            To agents
          </Title>
          <Button size="xs" variant="default" className="no-print" onClick={() => save.mutate('agents')}>
            Save agents as CSV
          </Button>
        </div>
        <Text size="sm" c="dimmed" mb="xs">
          By the pay date of approved <TextLink to="/pay">pay runs</TextLink>.
        </Text>
        <ToAgents year={year} />
      </section>
    </>
  );
}

function FromCarriers({ year }: { readonly year: number }) {
  const { data, error } = useCarrierYear(year);
  if (error !== null) return <ProblemNotice title="The carriers could not be loaded" error={error} />;
  if (data === undefined) return <RowsSkeleton count={4} />;
  if (data.data.length === 0) return <p>There is no statement of {year}.</p>;
  const { totals } = data;
  return (
    <Rows
      label="From carriers"
      rows={data.data}
      keyOf={({ carrierId }) => carrierId}
      nameLabel="Carrier"
      nameOf={({ carrierName }) => carrierName}
      totalLabel="In all"
      columns={[
        {
          label: 'Paid',
          cell: (row) => quietMoney(row.paidGross),
          isNumber: true,
          total: quietMoney(totals.paidGross),
        },
        {
          label: 'Taken back',
          cell: (row) => quietMoney(row.chargebacks),
          isNumber: true,
          total: quietMoney(totals.chargebacks),
        },
        { label: 'In all', cell: (row) => quietMoney(row.paidNet), isNumber: true, total: quietMoney(totals.paidNet) },
        { label: 'Months', cell: (row) => quietCount(row.periodsCovered), isNumber: true },
        { label: 'Not here', cell: (row) => row.missingPeriods.map(shortMonthName).join(', ') || '–' },
      ]}
    />
  );
}

function ToAgents({ year }: { readonly year: number }) {
  const { data, error } = useAgentYear(year);
  if (error !== null) return <ProblemNotice title="The agents could not be loaded" error={error} />;
  if (data === undefined) return <RowsSkeleton count={4} />;
  if (data.data.length === 0) return <p>No agent was paid in {year} by an approved pay run.</p>;
  return (
    <Rows
      label="To agents"
      rows={data.data}
      keyOf={({ agentId }) => agentId}
      nameLabel="Agent"
      nameOf={({ agentName }) => agentName}
      columns={[{ label: 'Paid', cell: (row) => quietMoney(row.paid), isNumber: true }]}
    />
  );
}
