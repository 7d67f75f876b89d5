import { Alert, Button, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { counted, money, monthName } from '../parts/date-text.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-session.ts';
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

/** Shows everything about one month: changes that carriers made for many members, the tiles, the carriers, the year and the agents. */
export function MonthOverview({ home, period }: MonthProps) {
  const claims = useClaims(period);
  return (
    <div className={classes.overview}>
      <EventNotices home={home} />
      <MonthTiles home={home} period={period} claims={claims} />
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
              <Table.Td className={classes.number}>
                {difference > 0 ? `+${money(difference)}` : money(difference)}
              </Table.Td>
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

interface MonthTilesProps extends MonthProps {
  readonly claims: ClaimTotals | undefined;
}

/** Shows the month in figures. A figure about members leads to the list of these members. Planned steps are shown where there are any. */
function MonthTiles({ home: { totals }, period, claims }: MonthTilesProps) {
  const { members, missingStatements } = totals;
  return (
    <ul className={classes.tiles} aria-label="The month in figures">
      <li>
        <div className={classes.tile}>
          <Figures label="Paid" value={money(totals.paidNet)} note={`for ${counted(members, 'member')}`} />
        </div>
      </li>
      <li>
        <Link to="/changes" search={{ period, kind: 'gone' }} className={classes.tile}>
          <Figures label="Gone" value={money(totals.goneAmount)} note={counted(totals.gone, 'member')} />
        </Link>
      </li>
      <li>
        <Link to="/changes" search={{ period, kind: 'paid_less' }} className={classes.tile}>
          <Figures label="Paid less" value={money(totals.paidLessAmount)} note={counted(totals.paidLess, 'member')} />
        </Link>
      </li>
      {totals.plannedStep > 0 && (
        <li>
          <Link to="/changes" search={{ period, kind: 'planned_step' }} className={classes.tile}>
            <Figures
              label="Planned steps"
              value={money(totals.plannedStepAmount)}
              note={counted(totals.plannedStep, 'member')}
            />
          </Link>
        </li>
      )}
      <li>
        <Link to="/ask" className={classes.tile}>
          <Figures label="To ask for" value={askedAmount(claims)} note={askedNote(claims)} />
        </Link>
      </li>
      <li>
        <div className={classes.tile}>
          <Figures
            label="Taken back"
            value={money(totals.chargebacks)}
            note={`from ${counted(totals.takenBack, 'member')}`}
          />
        </div>
      </li>
      <li>
        <Link to="/drop" className={classes.tile}>
          <Figures
            label="Missing statements"
            value={String(missingStatements)}
            note={missingStatements === 0 ? 'all carriers are here' : 'add them'}
          />
        </Link>
      </li>
    </ul>
  );
}

function askedAmount(claims: ClaimTotals | undefined): string {
  return claims === undefined ? '…' : money(claims.recoverable);
}

function askedNote(claims: ClaimTotals | undefined): string {
  if (claims === undefined) return 'see the list';
  if (claims.estimated > 0) return `and ${money(claims.estimated)} to check`;
  return claims.claims === 0 ? 'no carrier owes you money' : `in ${counted(claims.claims, 'claim')}`;
}

interface FiguresProps {
  readonly label: string;
  readonly value: string;
  readonly note: ReactNode;
}

function Figures({ label, value, note }: FiguresProps) {
  return (
    <>
      <span className={classes.tileLabel}>{label}</span>
      <span className={classes.tileValue}>{value}</span>
      <span className={classes.tileNote}>{note}</span>
    </>
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
          It is kept as wrong. The letter to the carrier is under <TextLink to="/ask">Ask for it</TextLink>.
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
    <Alert color={event.kind === 'pay_increased' ? 'blue' : 'orange'} title={carrierName}>
      <Text>{event.detail}</Text>
      <div className={`${classes.eventButtons} no-print`}>
        {mayChange &&
          (event.rateValue !== null || event.kind === 'members_left' || event.kind === 'shared_finding') && (
            <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('accept')}>
              {ACCEPT_WORDS[event.kind]}
            </Button>
          )}
        {mayChange && event.kind !== 'pay_increased' && (
          <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('dispute')}>
            It is wrong: ask the carrier
          </Button>
        )}
      </div>
      {decide.error !== null && <ProblemNotice error={decide.error} />}
    </Alert>
  );
}
