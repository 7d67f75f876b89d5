import { useNavigate, useParams } from '@tanstack/react-router';
import { MonthOverview, monthSentence } from '../month/month-overview.tsx';
import { MonthSelect } from '../month/month-select.tsx';
import { useHome } from '../month/use-home.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded } from '../parts/problem-notice.tsx';
import { monthName } from '../parts/shown-values.ts';

/** Shows the summary of one month. */
export function MonthScreen() {
  const navigate = useNavigate();
  const { period } = useParams({ from: '/signed-in/months/$period' });
  const { data: home, error, refetch } = useHome(period);
  if (home === undefined)
    return <NotLoaded screen="Month" title="The month could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      <PageTitle
        title={monthName(period)}
        lead={monthSentence(home)}
        actions={
          <>
            <MonthSelect
              months={home.months}
              period={period}
              onChoose={(next) => void navigate({ to: '/months/$period', params: { period: next } })}
            />
            <LinkButton to="/changes" search={{ period }} variant="default">
              See all changes
            </LinkButton>
          </>
        }
      />
      <MonthOverview home={home} period={period} />
    </>
  );
}
