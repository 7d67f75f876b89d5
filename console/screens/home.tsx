import { Paper, Skeleton, Text, TextInput, Title } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { DropArea } from '../drop/drop-area.tsx';
import { useDropQueue } from '../drop/drop-context.tsx';
import { useCarriers } from '../drop/drop-entry.ts';
import known from '../drop/known-carriers.module.css';
import { BridgeChart } from '../month/bridge-chart.tsx';
import { CarrierTable } from '../month/carrier-table.tsx';
import { EventNotices } from '../month/event-notices.tsx';
import classes from '../month/month-overview.module.css';
import { MonthSelect } from '../month/month-select.tsx';
import { type ClaimTotals, type Home, type MonthProps, useClaims, useHome } from '../month/use-home.ts';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded } from '../parts/problem-notice.tsx';
import { RowLink, Rows } from '../parts/rows.tsx';
import { counted, money, monthName, signedMoney } from '../parts/shown-values.ts';
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
    <section aria-labelledby="known" className={known.known}>
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
        <ul className={known.names}>
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

/** Describes the month in a sentence: "Paid $4,704.16, $224.32 less than April 2026." */
function monthSentence({ totals, previousPeriod }: Home): string {
  const { paidNet, difference } = totals;
  const paid = `Paid ${money(paidNet)}`;
  if (previousPeriod === null || difference === null) return `${paid}. Add the next month to see what changed.`;
  if (difference === 0) return `${paid}, the same as ${monthName(previousPeriod)}.`;
  return `${paid}, ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than ${monthName(previousPeriod)}.`;
}

/** Loads the chart after the figures are shown, because the library of charts is as large as all other code. */
const PaidByMonth = lazy(async () => ({ default: (await import('../month/paid-charts.tsx')).PaidByMonth }));

/**
 * Shows everything about one month: why the pay differs, what to ask for, changes that carriers made for many members, the carriers, the
 * year and the agents.
 */
function MonthOverview({ home, period }: MonthProps) {
  const claims = useClaims();
  const ofMonth = useClaims(period);
  return (
    <div className={classes.overview}>
      <div className={classes.first}>
        {home.bridge !== null && home.previousPeriod !== null ? (
          <BridgeChart bridge={home.bridge} period={period} previousPeriod={home.previousPeriod} />
        ) : (
          <FirstMonth home={home} />
        )}
        <AskPanel period={period} claims={claims} ofMonth={ofMonth} />
      </div>
      <EventNotices home={home} />
      <section aria-labelledby="carriers">
        <Title order={2} size="h4" id="carriers" mb="xs">
          Carriers
        </Title>
        <CarrierTable carriers={home.carriers} period={period} claims={ofMonth} />
      </section>
      <div className={classes.halves}>
        <section aria-labelledby="year">
          <Title order={2} size="h4" id="year" mb="xs">
            Paid by month
          </Title>
          <Paper withBorder p="md" className={classes.chart}>
            <Suspense fallback={<Skeleton height={260} />}>
              <PaidByMonth months={home.months} carriers={home.carriers} />
            </Suspense>
          </Paper>
        </section>
        <section aria-labelledby="agents">
          <Title order={2} size="h4" id="agents" mb="xs">
            By agent
          </Title>
          <AgentTable home={home} period={period} />
        </section>
      </div>
    </div>
  );
}

/** Takes the place of the bridge in the first month, which has nothing to be compared with. */
function FirstMonth({ home: { totals } }: { readonly home: Home }) {
  return (
    <Paper component="section" withBorder className={classes.ask} aria-labelledby="bridge">
      <Title order={2} size="h4" id="bridge">
        The first month
      </Title>
      <Text mt="xs">
        {counted(totals.members, 'member')}, {money(totals.paidNet)}. The next month shows who is gone, who is paid
        less, and why.
      </Text>
    </Paper>
  );
}

const SHOWN = 12;

type Agent = Home['agents'][number];

/** Pay by agent, the largest first, each with a bar beside the amount. */
function AgentTable({ home: { agents, agentCount, previousPeriod }, period }: MonthProps) {
  if (agents.length === 0) return <Text c="dimmed">The statements name no agents.</Text>;
  const largest = Math.max(...agents.map(({ paidNet }) => paidNet), 0);
  return (
    <>
      <Rows
        label="Pay by agent"
        isShort
        rows={agents.slice(0, SHOWN)}
        keyOf={({ agentId, agentName }) => `${agentId} ${agentName}`}
        nameLabel="Agent"
        nameOf={({ agentId, agentName }) => <AgentName agentId={agentId} agentName={agentName} period={period} />}
        columns={[
          {
            label: 'Share',
            cell: ({ paidNet }) => (
              <div
                aria-hidden
                className={classes.bar}
                style={{ width: `${largest > 0 ? Math.max(0, (100 * paidNet) / largest) : 0}%` }}
              />
            ),
            fills: true,
          },
          { label: 'Paid', cell: ({ paidNet }) => money(paidNet), isNumber: true },
          previousPeriod === null
            ? null
            : { label: 'Change', cell: ({ difference }) => signedMoney(difference), isNumber: true },
        ]}
      />
      {agentCount > SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          The {SHOWN} with the most pay of {agentCount} agents.
        </Text>
      )}
    </>
  );
}

function AgentName({ agentId, agentName, period }: Pick<Agent, 'agentId' | 'agentName'> & { readonly period: string }) {
  const agent = agentId ?? agentName;
  if (agent === null) return 'No agent named';
  return (
    <RowLink to="/changes" search={{ period, agent }}>
      {agentName ?? agent}
    </RowLink>
  );
}

interface AskPanelProps {
  readonly period: string;
  /** The money that was not asked for yet, of all months. */
  readonly claims: ClaimTotals | undefined;
  readonly ofMonth: ClaimTotals | undefined;
}

/** Shows what the carriers owe, as the desk does: what is sure, and apart from it what is worth a question. */
function AskPanel({ period, claims, ofMonth }: AskPanelProps) {
  if (claims === undefined) return <Skeleton height={210} radius="md" />;
  const { recoverable, likely, toCheck } = claims;
  return (
    <Paper component="section" withBorder className={classes.ask} aria-labelledby="ask">
      <Title order={2} size="h4" id="ask">
        To ask for
      </Title>
      <p className={classes.hero}>{money(recoverable)}</p>
      <p className={classes.sure}>
        <IconCircleCheck size={18} stroke={1.75} color="var(--kind-new)" aria-hidden />
        {recoverable === 0 ? 'Nothing is surely owed' : 'Surely owed'}
      </p>
      {ofMonth !== undefined && ofMonth.recoverable !== 0 && ofMonth.recoverable !== recoverable && (
        <p className={classes.toCheck}>
          <TextLink to="/ask" search={{ period }}>
            Of {monthName(period)}
          </TextLink>
          <span>{money(ofMonth.recoverable)}</span>
        </p>
      )}
      {[['Likely', likely] as const, ['To check', toCheck] as const].map(([label, amount]) => (
        <p key={label} className={classes.toCheck}>
          <span>
            <IconHelpCircle size={18} stroke={1.75} color="var(--kind-check)" aria-hidden />
            {label}
          </span>
          <span>{amount === 0 ? '–' : money(amount)}</span>
        </p>
      ))}
      <LinkButton to="/ask" variant={recoverable === 0 ? 'default' : 'filled'} fullWidth mt="sm" className="no-print">
        See the list
      </LinkButton>
    </Paper>
  );
}
