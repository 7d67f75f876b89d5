import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readInvitee } from '../session/invitation-calls.ts';
import { useSession } from '../session/use-session.ts';
import { InvitationList } from './invitation-list.tsx';

/** The open invitations of a person who works in an agency already. Without any it shows nothing. */
export function InvitationSection() {
  const { askAgain } = useSession();
  const { data } = useQuery({ queryKey: ['invitations'], queryFn: readInvitee });
  if (data == null || data.invitations.length === 0) return null;
  return (
    <section aria-label="Your invitations">
      <Title order={2} size="h4" mt="lg" mb="xs">
        Your invitations
      </Title>
      <InvitationList invitations={data.invitations} onAccepted={askAgain} />
    </section>
  );
}
