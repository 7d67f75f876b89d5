import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ContactSection, NotesSection } from '../member/contact-section.tsx';
import classes from '../member/member.module.css';
import { MonthBars, MonthsTable, PolicyTable } from '../member/months-table.tsx';
import { OtherNumbers, RelatedPeople, SameName } from '../member/related-people.tsx';
import { MemberStatus } from '../members/member-status.tsx';
import { TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded } from '../parts/problem-notice.tsx';
import { money, monthName, quietMoney } from '../parts/shown-values.ts';
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
