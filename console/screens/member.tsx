import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ContactSection, NotesSection } from '../member/contact-section.tsx';
import classes from '../member/member.module.css';
import { MemberFacts } from '../member/member-facts.tsx';
import { MonthBars, MonthsTable, PolicyTable } from '../member/months-table.tsx';
import { OtherNumbers } from '../member/other-numbers.tsx';
import { RelatedPeople } from '../member/related-people.tsx';
import { SameName } from '../member/same-name.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded } from '../parts/problem-notice.tsx';
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
