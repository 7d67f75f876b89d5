import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageTitle } from '../parts/page-title.tsx';
import { Form1099 } from '../reports/form-1099.tsx';
import { ReportAddress } from '../reports/report-address.tsx';
import classes from '../reports/reports.module.css';
import { ReportsSection } from '../reports/reports-section.tsx';
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
