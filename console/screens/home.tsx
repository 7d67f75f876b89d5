import { Text, TextInput, Title } from '@mantine/core';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { DropArea } from '../drop/drop-area.tsx';
import { useDropQueue } from '../drop/drop-context.tsx';
import { useCarriers } from '../drop/drop-entry.ts';
import classes from '../drop/known-carriers.module.css';
import { MonthOverview, monthSentence } from '../month/month-overview.tsx';
import { MonthSelect } from '../month/month-select.tsx';
import { useHome } from '../month/use-home.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded } from '../parts/problem-notice.tsx';
import { monthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

/** Shows the latest month, or the place for the first statements. An agent is sent to the list of their own members. */
export function HomeScreen() {
  const { agent } = useRights();
  return agent === null ? <Overview /> : <Navigate to="/changes" replace />;
}

function Overview() {
  const { mayChange } = useRights();
  const navigate = useNavigate();
  const { data: home, error, refetch } = useHome();
  if (home === undefined) {
    return <NotLoaded screen="Home" title="The month could not be loaded" error={error} onRetry={refetch} />;
  }
  if (home.period === null) return <EmptyHome />;
  return (
    <>
      <PageTitle
        title={monthName(home.period)}
        lead={monthSentence(home)}
        actions={
          <>
            <MonthSelect
              months={home.months}
              period={home.period}
              onChoose={(period) => void navigate({ to: '/months/$period', params: { period } })}
            />
            {mayChange && (
              <LinkButton to="/drop" variant="default">
                Add statements
              </LinkButton>
            )}
          </>
        }
      />
      <MonthOverview home={home} period={home.period} />
    </>
  );
}

function EmptyHome() {
  const queue = useDropQueue();
  const navigate = useNavigate();
  const take = (files: readonly File[]) => {
    queue.add(files);
    void navigate({ to: '/drop' });
  };
  return (
    <>
      <PageTitle title="Welcome" lead="Find out who is gone, who is paid less, and what a carrier still owes you." />
      <DropArea isLarge title="Drop your carriers' statements here" onFiles={take}>
        Two months are enough to compare. Use the Excel, CSV or PDF files as the carriers send them.
      </DropArea>
      <KnownCarriers />
    </>
  );
}

/** Shows the carriers whose statements are read without any setting, with a search by name. */
function KnownCarriers() {
  const { data: carriers = [] } = useCarriers();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  if (carriers.length === 0) return null;
  const found = carriers.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <section aria-labelledby="known" className={classes.known}>
      <Title order={2} size="h4" id="known">
        Statements of these carriers are read by themselves
      </Title>
      <TextInput
        type="search"
        label="Find a carrier"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maw={360}
      />
      {found.length === 0 ? (
        <Text role="status">
          No carrier of this name yet. Drop its statement all the same: you show once which column is which.
        </Text>
      ) : (
        <ul className={classes.names}>
          {found.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

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
