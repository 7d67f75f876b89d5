import { Alert, Button, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconArrowUpRight from '@tabler/icons-react/icons/IconArrowUpRight';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { counted, money, monthName, signedMoney } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import { BridgeChart } from './bridge-chart.tsx';
import { CarrierTable } from './carrier-table.tsx';
import classes from './month-overview.module.css';
import { type CarrierEvent, type ClaimTotals, type Home, type MonthProps, useClaims } from './use-home.ts';

/** Describes the month in a sentence: "Paid $4,704.16, $224.32 less than April 2026." */
export function monthSentence({ totals, previousPeriod }: Home): string {
  const { paidNet, difference } = totals;
  const paid = `Paid ${money(paidNet)}`;
  if (previousPeriod === null || difference === null) return `${paid}. Add the next month to see what changed.`;
  if (difference === 0) return `${paid}, the same as ${monthName(previousPeriod)}.`;
  return `${paid}, ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than ${monthName(previousPeriod)}.`;
}

/** Loads the chart after the figures are shown, because the library of charts is as large as all other code. */
const PaidByMonth = lazy(async () => ({ default: (await import('./paid-by-month.tsx')).PaidByMonth }));

/**
 * Shows everything about one month: why the pay differs, what to ask for, changes that carriers made for many members, the carriers, the
 * year and the agents.
 */
export function MonthOverview({ home, period }: MonthProps) {
  const claims = useClaims(period);
  return (
    <div className={classes.overview}>
      <div className={classes.first}>
        {home.bridge !== null && home.previousPeriod !== null ? (
          <BridgeChart bridge={home.bridge} period={period} previousPeriod={home.previousPeriod} />
        ) : (
          <FirstMonth home={home} />
        )}
        <AskPanel claims={claims} />
      </div>
      <EventNotices home={home} />
      <section aria-labelledby="carriers">
        <Title order={2} size="h4" id="carriers" mb="xs">
          Carriers
        </Title>
        <CarrierTable carriers={home.carriers} period={period} claims={claims} />
      </section>
      <div className={classes.halves}>
        <Paper component="section" withBorder p="md" aria-labelledby="year">
          <Title order={2} size="h4" id="year" mb="sm">
            Paid by month
          </Title>
          <Suspense fallback={<Skeleton height={260} />}>
            <PaidByMonth months={home.months} />
          </Suspense>
        </Paper>
        <Paper component="section" withBorder p="md" aria-labelledby="agents">
          <Title order={2} size="h4" id="agents" mb="sm">
            By agent
          </Title>
          <AgentTable home={home} period={period} />
        </Paper>
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
function AgentTable({ home: { agents, agentCount }, period }: MonthProps) {
  if (agents.length === 0) return <Text c="dimmed">The statements name no agents.</Text>;
  const largest = Math.max(...agents.map(({ paidNet }) => paidNet), 0);
  return (
    <>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Agent</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Paid
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Change
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agents.slice(0, SHOWN).map(({ agentId, agentName, paidNet, difference }) => (
            <Table.Tr key={`${agentId} ${agentName}`}>
              <Table.Th scope="row" fw={500}>
                <AgentName agentId={agentId} agentName={agentName} period={period} />
                <div
                  aria-hidden
                  className={classes.bar}
                  style={{ width: `${largest > 0 ? Math.max(0, (100 * paidNet) / largest) : 0}%` }}
                />
              </Table.Th>
              <Table.Td className={classes.number}>{money(paidNet)}</Table.Td>
              <Table.Td className={classes.number}>{signedMoney(difference)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
    <TextLink to="/changes" search={{ period, agent }}>
      {agentName ?? agent}
    </TextLink>
  );
}

/** Shows what the carriers owe for the month: what is sure, and apart from it what is worth a question. */
function AskPanel({ claims }: { readonly claims: ClaimTotals | undefined }) {
  if (claims === undefined) return <Skeleton height={168} radius="md" />;
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

type Decision = 'accept' | 'dispute';

interface Decided {
  readonly carrierName: string;
  readonly decision: Decision;
  readonly kind: CarrierEvent['kind'];
}

/** The changes that carriers made for many members at once, each to be accepted or disputed. */
function EventNotices({ home: { events, carriers } }: { readonly home: Home }) {
  const [decided, setDecided] = useState<Decided | null>(null);
  if (events.length === 0 && decided === null) return null;
  const names = new Map(carriers.map(({ carrierId, carrierName }) => [carrierId, carrierName]));
  return (
    <Stack gap="sm">
      {decided !== null && <DecidedNotice key={decided.carrierName} {...decided} />}
      {events.map((event) => {
        const carrierName = names.get(event.carrierId) ?? 'A carrier';
        const decide = (decision: Decision) => setDecided({ carrierName, decision, kind: event.kind });
        return <EventNotice key={event.id} event={event} carrierName={carrierName} onDecided={decide} />;
      })}
    </Stack>
  );
}

/** Says what a decision did. It takes the keyboard focus, because the pressed button is gone with its notice. */
function DecidedNotice({ carrierName, decision, kind }: Decided) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert color="green" title={carrierName} role="status" tabIndex={-1} ref={notice}>
      {decision === 'dispute' && (
        <>
          It is kept as wrong. The letter to the carrier is under <TextLink to="/ask">Money to ask</TextLink>.
        </>
      )}
      {decision === 'accept' &&
        (kind === 'members_left'
          ? 'It is noted that they left.'
          : kind === 'shared_finding'
            ? 'It is noted that this carrier pays so. Later months make no warning of it.'
            : 'The new rate is stored. These members are no longer reported as paid less.')}
    </Alert>
  );
}

const ACCEPT_WORDS: Readonly<Record<CarrierEvent['kind'], string>> = {
  pay_reduced: 'It is right: this is the new rate',
  pay_increased: 'It is right: this is the new rate',
  members_left: 'It is right: they left',
  shared_finding: 'It is right: this is how they pay',
};

interface EventNoticeProps {
  readonly event: CarrierEvent;
  readonly carrierName: string;
  readonly onDecided: (decision: Decision) => void;
}

function EventNotice({ event, carrierName, onDecided }: EventNoticeProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const isMore = event.kind === 'pay_increased';
  const Icon = isMore ? IconArrowUpRight : IconAlertTriangle;
  const queries = useQueryClient();
  const params = { path: { eventId: event.id } };
  const decide = useMutation({
    mutationFn: async (decision: Decision) => {
      if (decision === 'accept') await answerOf(api.POST('/v1/carrier-events/{eventId}/accept', { params }));
      else await answerOf(api.POST('/v1/carrier-events/{eventId}/dispute', { params }));
    },
    onSuccess: async (_, decision) => {
      await queries.invalidateQueries();
      onDecided(decision);
    },
  });
  return (
    <Alert
      variant="default"
      title={carrierName}
      p="sm"
      icon={<Icon size={18} stroke={1.75} color={`var(--kind-${isMore ? 'more' : 'check'})`} aria-hidden />}
    >
      <Text size="sm">{event.detail}</Text>
      <div className={`${classes.eventButtons} no-print`}>
        {mayChange &&
          (event.rateValue !== null || event.kind === 'members_left' || event.kind === 'shared_finding') && (
            <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('accept')}>
              {ACCEPT_WORDS[event.kind]}
            </Button>
          )}
        {mayChange && !isMore && (
          <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('dispute')}>
            It is wrong: ask the carrier
          </Button>
        )}
      </div>
      {decide.error !== null && <ProblemNotice error={decide.error} />}
    </Alert>
  );
}
