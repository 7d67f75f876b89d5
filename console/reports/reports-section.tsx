import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { LoadingNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import classes from './reports.module.css';
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
} from './use-reports.ts';

/** The editor is loaded on demand, because it is large and few people write SQL. */
const SqlForm = lazy(() => import('./sql-form.tsx'));

interface ShownReport {
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
  readonly run: Run;
  readonly saved: SavedReport | null;
  readonly isOwn: boolean;
}

/** Lists reports, which people run, save for Excel or have mailed. A person may also write a report in SQL. */
export function ReportsSection({ mayChange }: { readonly mayChange: boolean }) {
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
