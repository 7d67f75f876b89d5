import { Button, Group, NativeSelect, Tabs, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import form from '../intake/intake.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadingNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows, RowsSkeleton } from '../parts/rows.tsx';
import { quietCount, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import classes from '../reports/reports.module.css';
import {
  CADENCES,
  cadenceOf,
  type Run,
  type SavedReport,
  useCadence,
  useDeleteReport,
  useReadyMade,
  useSavedReports,
  useWorkbook,
} from '../reports/use-reports.ts';
import { useAgentYear, useCarrierYear, useSaveYear, yearsUpTo } from '../reports/use-year.ts';
import { YearSection } from '../reports/year-section.tsx';
import { useRights } from '../session/use-session.ts';

const TABS = [
  { value: 'year', label: 'This year and last' },
  { value: '1099', label: 'Form 1099' },
  { value: 'lists', label: 'Lists to save or mail' },
] as const;

/** Shows the year beside the last one, the sums for tax forms, and lists that people save for Excel or have mailed. */
export function ReportsScreen() {
  const { mayChange, isOwner } = useRights();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/reports' });
  const shown = TABS.find(({ value }) => value === search.tab)?.value ?? 'year';
  return (
    <>
      <PageTitle title="Reports" />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(tab) =>
          void navigate({
            to: '/reports',
            search: { ...search, tab: tab === 'year' || tab === null ? undefined : tab },
          })
        }
      >
        <Tabs.List aria-label="Kinds of reports" className="no-print">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="year" className={classes.panel}>
          <YearSection />
        </Tabs.Panel>
        <Tabs.Panel value="1099" className={classes.panel}>
          <Form1099 />
        </Tabs.Panel>
        <Tabs.Panel value="lists" className={classes.panel}>
          <ReportsSection mayChange={mayChange} />
          <ReportAddress isOwner={isOwner} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Shows what carriers paid in a calendar year, to hold against their forms, and what agents were paid, for the agency's own forms. */
function Form1099() {
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

const KEY = ['report-address'];

/** The address to which reports are mailed. Owners change it. */
function ReportAddress({ isOwner }: { readonly isOwner: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => answerOf(api.GET('/v1/account/report-address')),
  });
  const save = useMutation({
    mutationFn: (email: string | null) => answerOf(api.PUT('/v1/account/report-address', { body: { email } })),
    onSuccess: async () => {
      setTyped(null);
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
  if (error !== null) return <ProblemNotice title="The address could not be loaded" error={error} />;
  if (data === undefined) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = (typed ?? data.email ?? '').trim();
    save.mutate(text === '' ? null : text);
  };
  return (
    <section aria-label="Mail">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Reports by mail
      </Title>
      <Text size="sm" mb="xs">
        {data.email === null
          ? 'Nobody gets reports by mail yet.'
          : `Reports that you have mailed below go to ${data.email}.`}
      </Text>
      {isOwner && (
        <form onSubmit={submit} className={form.fields}>
          <TextInput
            className={form.field}
            label="Mail reports to (empty: nobody)"
            type="email"
            value={typed ?? data.email ?? ''}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending}>
            Save the address
          </Button>
        </form>
      )}
      {save.error !== null && <ProblemNotice title="The address was not saved" error={save.error} />}
    </section>
  );
}

/** The editor is loaded on demand, because it is large and few people write SQL. */
const SqlForm = lazy(() => import('../reports/sql-form.tsx'));

interface ShownReport {
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
  readonly run: Run;
  readonly saved: SavedReport | null;
  readonly isOwn: boolean;
}

/** Lists reports, which people run, save for Excel or have mailed. A person may also write a report in SQL. */
function ReportsSection({ mayChange }: { readonly mayChange: boolean }) {
  const readyMade = useReadyMade();
  const saved = useSavedReports();
  const workbook = useWorkbook();
  const cadence = useCadence();
  const remove = useDeleteReport();
  const [isWriting, setWriting] = useState(false);
  const error = readyMade.error ?? saved.error;
  if (error !== null) return <ProblemNotice title="The reports could not be loaded" error={error} />;
  if (readyMade.data === undefined || saved.data === undefined) return <LoadingNotice />;
  const known = readyMade.data;
  const shown: readonly ShownReport[] = [
    ...known.map((report) => ({
      ...report,
      run: { key: report.key, name: report.name },
      saved: saved.data.find(({ sql }) => sql === report.sql) ?? null,
      isOwn: false,
    })),
    ...saved.data
      .filter(({ sql }) => !known.some((report) => report.sql === sql))
      .map((report) => ({ ...report, run: { id: report.id, name: report.name }, saved: report, isOwn: true })),
  ];
  const failed = workbook.error ?? cadence.error ?? remove.error;
  return (
    <section aria-label="Ready-made reports">
      {failed !== null && <ProblemNotice error={failed} />}
      <Rows
        label="Reports"
        wraps
        rows={shown}
        keyOf={(report) => (report.isOwn ? (report.saved?.id ?? report.name) : report.name)}
        nameLabel="Report"
        nameOf={({ name, question }) => (
          <>
            {name}
            <Text size="xs" c="dimmed">
              {question}
            </Text>
          </>
        )}
        columns={[
          {
            label: 'Mail it',
            cell: (report) => (
              <NativeSelect
                aria-label={`Mail the report ${report.name}`}
                size="xs"
                miw={110}
                disabled={!mayChange || cadence.isPending}
                data={[...CADENCES]}
                value={report.saved?.cadence ?? 'off'}
                onChange={({ currentTarget }) =>
                  cadence.mutate({ report, saved: report.saved, cadence: cadenceOf(currentTarget.value) })
                }
              />
            ),
          },
          {
            label: 'Get it',
            cell: ({ run, name, isOwn, saved: own }) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Save for Excel: ${name}`}
                  loading={workbook.isPending && workbook.variables.name === name}
                  onClick={() => workbook.mutate(run)}
                >
                  Save for Excel
                </Button>
                {isOwn && mayChange && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Remove: ${name}`}
                    onClick={() => own !== null && remove.mutate(own.id)}
                  >
                    Remove
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {mayChange && (
        <details className={classes.more}>
          <summary>Write your own</summary>
          <Button variant="default" onClick={() => setWriting(true)}>
            Write a report in SQL
          </Button>
        </details>
      )}
      <Dialog title="Write a report in SQL" isOpen={isWriting} onClose={() => setWriting(false)}>
        <Suspense fallback={<LoadingNotice />}>
          <SqlForm onSaved={() => setWriting(false)} />
        </Suspense>
      </Dialog>
    </section>
  );
}
