import { PageTitle } from '../parts/page-title.tsx';
import { ReportAddress } from '../reports/report-address.tsx';
import { ReportsSection } from '../reports/reports-section.tsx';
import { useRights } from '../session/use-session.ts';

/** Shows the reports, which people run, save for Excel or have mailed. */
export function ReportsScreen() {
  const { mayChange, isOwner } = useRights();
  return (
    <>
      <PageTitle title="Reports" lead="Take them to Excel, or have them mailed." />
      <ReportsSection mayChange={mayChange} />
      <ReportAddress isOwner={isOwner} />
    </>
  );
}
