import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Alert, Text, Title } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ContactSection, NotesSection } from '../member/contact-section.tsx';
import classes from '../member/member.module.css';
import { OtherNumbers, RelatedPeople, SameName } from '../member/related-people.tsx';
import { StatementRows } from '../member/statement-rows.tsx';
import { MemberStatus } from '../members/member-status.tsx';
import { keepOutOfTabOrder } from '../parts/focus.ts';
import { TextLink } from '../parts/link-button.tsx';
import { moneyAxis } from '../parts/money-axis.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { money, monthName, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

/** Shows a member: the figures, each month with a sentence and its statement rows, policies, namesakes, other numbers, contact, notes. */
export function MemberScreen() {
  const api = useApi();
  const { mayChange: mayWrite, agent } = useRights();
  const { id } = useParams({ from: '/signed-in/members/$id' });
  const path = { params: { path: { memberRefId: id } } };
  const member = useQuery({
    queryKey: ['member', id],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}', path)),
  });
  const timeline = useQuery({
    queryKey: ['timeline', id],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/timeline', path)),
  });
  const failed = member.error ?? timeline.error;
  if (member.data === undefined || timeline.data === undefined)
    return (
      <NotLoaded
        screen="Member"
        title="The member could not be loaded"
        error={failed}
        onRetry={() => Promise.all([member.refetch(), timeline.refetch()])}
      />
    );
  const { memberName, memberExternalId, policyNumber, planName, agentName, carrierName, formerNames } = member.data;
  const months = timeline.data.data;
  const facts = [
    formerNames.length === 0 ? null : `Formerly ${formerNames.join(', ')}`,
    carrierName,
    memberName === null ? null : memberExternalId,
    planName,
    policyNumber === null ? null : `Policy ${policyNumber}`,
    agentName === null ? null : `Agent ${agentName}`,
  ].filter((text) => text !== null);
  return (
    <>
      <PageTitle title={memberName ?? memberExternalId} lead={facts.join(' · ')} />
      <MemberFacts member={member.data} />
      <div className={agent === null ? classes.halves : undefined}>
        <div>
          {months.length === 0 ? (
            <Alert color="gray" title="No month yet">
              No statement with this member has been read.
            </Alert>
          ) : (
            <>
              <MonthBars months={months} />
              <MonthsTable memberRefId={id} months={months} />
              {timeline.data.archivedThrough !== undefined && (
                <Text size="sm" c="dimmed">
                  Months up to {monthName(timeline.data.archivedThrough)} are archived, and may be missing here.
                </Text>
              )}
              <PolicyTable memberRefId={id} />
            </>
          )}
        </div>
        {agent === null && (
          <div className={classes.side}>
            <ContactSection memberRefId={id} mayWrite={mayWrite} />
            <RelatedPeople memberRefId={id} />
            <SameName member={member.data} mayWrite={mayWrite} />
            <OtherNumbers memberRefId={id} mayWrite={mayWrite} />
            <NotesSection memberRefId={id} mayWrite={mayWrite} />
          </div>
        )}
      </div>
    </>
  );
}

/** The figures of a member, over all months. */
function MemberFacts({ member }: { readonly member: Schema<'MemberWithOwed'> }) {
  const { status, lastPeriod, firstPeriod, lastPaidPeriod, lastPaidAmount, paidTotal, owed, termDate } = member;
  return (
    <dl className={classes.facts}>
      <Fact label="Status" note={termDate === null ? `as of ${monthName(lastPeriod)}` : `ends on ${termDate}`}>
        <MemberStatus status={status} />
      </Fact>
      <Fact label="Since">{monthName(firstPeriod)}</Fact>
      <Fact label="Last paid" note={lastPaidPeriod === null ? undefined : monthName(lastPaidPeriod)}>
        {lastPaidPeriod === null ? 'never' : money(lastPaidAmount)}
      </Fact>
      <Fact label="Paid in all">{quietMoney(paidTotal)}</Fact>
      {owed !== null && (
        <Fact label="Owed" note={owed === 0 ? undefined : <TextLink to="/ask">Money to ask</TextLink>}>
          {quietMoney(owed)}
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function Fact({ label, note, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {children}
        {note !== undefined && <span className={classes.factNote}>{note}</span>}
      </dd>
    </div>
  );
}

const MONTHS_SHOWN = 24;

interface PaidMonth {
  readonly period: string;
  readonly commissionAmount: number;
}

/** The least number of months whose bars say more than the list below. */
const BARS_MIN = 3;

/**
 * Shows a bar for each month, if there are some and they differ. A screen reader gets the same figures from the table below.
 */
function MonthBars({ months }: { readonly months: readonly PaidMonth[] }) {
  const amounts = new Set(months.slice(-MONTHS_SHOWN).map(({ commissionAmount }) => commissionAmount));
  if (months.length < BARS_MIN || amounts.size === 1) return null;
  const data = months
    .slice(-MONTHS_SHOWN)
    .map(({ period, commissionAmount }) => ({ month: shortMonthName(period), Paid: commissionAmount }));
  return (
    <div aria-hidden ref={keepOutOfTabOrder} className={classes.bars}>
      <BarChart
        h={150}
        data={data}
        dataKey="month"
        series={[{ name: 'Paid', color: 'blue.7' }]}
        valueFormatter={money}
        yAxisProps={moneyAxis([...amounts])}
        barProps={{ isAnimationActive: false, maxBarSize: 48 }}
        barChartProps={{ margin: { top: 8 } }}
        accessibilityLayer={false}
      />
    </div>
  );
}

interface PolicySummary {
  readonly number: string;
  readonly plan: string | null;
  readonly first: string;
  readonly last: string;
  readonly lastPaid: number;
}

/** The policies of a member, the latest first. */
function PolicyTable({ memberRefId }: { readonly memberRefId: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['member', memberRefId, 'journey'],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/journey', { params: { path: { memberRefId } } })),
  });
  if (error !== null) return <ProblemNotice title="The policies could not be loaded" error={error} />;
  const policies = policiesOf(data?.periods ?? []);
  if (policies.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4" mt="xl" mb="xs">
        Policies
      </Title>
      <Rows
        label="Policies"
        rows={policies}
        keyOf={({ number }) => number}
        nameLabel="Policy"
        nameOf={({ number }) => number}
        columns={[
          { label: 'Plan', cell: ({ plan }) => plan ?? '–' },
          { label: 'First statement', cell: ({ first }) => monthName(first) },
          { label: 'Last statement', cell: ({ last }) => monthName(last) },
          { label: 'Paid last', cell: ({ lastPaid }) => money(lastPaid), isNumber: true },
        ]}
      />
    </>
  );
}

/** Sums up the months, oldest first, by policy. */
function policiesOf(months: readonly Schema<'JourneyMonth'>[]): readonly PolicySummary[] {
  const found = new Map<string, PolicySummary>();
  for (const { period, policies } of months)
    for (const { policyNumber, planName, commissionAmount } of policies) {
      if (policyNumber === null) continue;
      const before = found.get(policyNumber);
      found.set(policyNumber, {
        number: policyNumber,
        plan: planName ?? before?.plan ?? null,
        first: before?.first ?? period,
        last: period,
        lastPaid: commissionAmount,
      });
    }
  return [...found.values()].toSorted((a, b) => b.last.localeCompare(a.last));
}

interface MonthsTableProps {
  readonly memberRefId: string;
  /** The months, oldest first. */
  readonly months: readonly Schema<'TimelineEntry'>[];
}

/** The months of a member, newest first, each with one sentence and the rows of the statement on demand. Agents see no statements. */
function MonthsTable({ memberRefId, months }: MonthsTableProps) {
  const { agent } = useRights();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (period: string) => {
    const next = new Set(opened);
    if (!next.delete(period)) next.add(period);
    setOpened(next);
  };
  return (
    <table className={classes.months} aria-label="Months">
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col" className={classes.number}>
            Paid
          </th>
          <th scope="col" className={classes.number}>
            Owed
          </th>
          <th scope="col">What happened</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ period, commissionAmount, reason, provisional, ...month }) => (
          <Fragment key={period}>
            <tr>
              <th scope="row">
                {agent === null ? (
                  <button
                    type="button"
                    data-row
                    className={classes.toggle}
                    aria-expanded={opened.has(period)}
                    aria-label={`${opened.has(period) ? 'Hide' : 'Show'} the rows of ${monthName(period)}`}
                    onClick={() => toggle(period)}
                  >
                    <IconChevronRight size={16} aria-hidden className="no-print" />
                    {monthName(period)}
                  </button>
                ) : (
                  monthName(period)
                )}
              </th>
              <td className={classes.number}>{quietMoney(commissionAmount)}</td>
              <td className={classes.number}>{owedWords(month)}</td>
              <td className={classes.why}>
                {reason ?? ''}
                {provisional && (
                  <Text size="xs" c="dimmed">
                    More statements of this month are expected.
                  </Text>
                )}
              </td>
            </tr>
            {opened.has(period) && (
              <tr>
                <td colSpan={4} className={classes.rows}>
                  <StatementRows memberRefId={memberRefId} period={period} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Writes the owed amount. An amount by an estimated rate is marked, because it cannot be claimed. */
function owedWords({ commissionOwed, signals }: Pick<Schema<'TimelineEntry'>, 'commissionOwed' | 'signals'>): string {
  if (commissionOwed === 0) return '–';
  const isEstimate = signals.some(({ code, certainty }) => code === 'UNDERPAID' && certainty === 'estimated');
  return isEstimate ? `${money(commissionOwed)} (estimate)` : money(commissionOwed);
}
