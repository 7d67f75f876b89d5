import { useParams } from '@tanstack/react-router';
import { MonthOverview } from '../month/month-overview.tsx';
import { monthSentence } from '../month/month-sentence.ts';
import { useHome } from '../month/use-home.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { monthName } from '../parts/month-name.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** One month at a glance. */
export function MonthScreen() {
  const { period } = useParams({ from: '/signed-in/months/$period' });
  const { data: home, error, refetch } = useHome(period);
  if (home !== undefined)
    return (
      <>
        <PageTitle
          title={monthName(period)}
          lead={monthSentence(home)}
          actions={
            <LinkButton to="/changes" search={{ period }}>
              See all changes
            </LinkButton>
          }
        />
        <MonthOverview home={home} period={period} />
      </>
    );
  if (error === null) return <LoadingNotice />;
  return <ProblemNotice title="The month could not be loaded" error={error} onRetry={() => void refetch()} />;
}
