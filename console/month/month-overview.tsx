import { Paper, Skeleton, Text, Title } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { lazy, Suspense } from 'react';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { RowLink, Rows } from '../parts/rows.tsx';
import { counted, money, monthName, signedMoney } from '../parts/shown-values.ts';
import { BridgeChart } from './bridge-chart.tsx';
import { CarrierTable } from './carrier-table.tsx';
import { EventNotices } from './event-notices.tsx';
import classes from './month-overview.module.css';
import { type ClaimTotals, type Home, type MonthProps, useClaims } from './use-home.ts';

/** Describes the month in a sentence: "Paid $4,704.16, $224.32 less than April 2026." */
export function monthSentence({ totals, previousPeriod }: Home): string {
  const { paidNet, difference } = totals;
  const paid = `Paid ${money(paidNet)}`;
  if (previousPeriod === null || difference === null) return `${paid}. Add the next month to see what changed.`;
  if (difference === 0) return `${paid}, the same as ${monthName(previousPeriod)}.`;
  return `${paid}, ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than ${monthName(previousPeriod)}.`;
}

/** Loads the chart after the figures are shown, because the library of charts is as large as all other code. */
const PaidByMonth = lazy(async () => ({ default: (await import('./paid-charts.tsx')).PaidByMonth }));

/**
 * Shows everything about one month: why the pay differs, what to ask for, changes that carriers made for many members, the carriers, the
 * year and the agents.
 */
export function MonthOverview({ home, period }: MonthProps) {
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
