import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { answerInvitation, type Invitation, readInvitee } from '../session/invitation-calls.ts';
import { useSession } from '../session/use-session.ts';

const MAY: Readonly<Record<string, string>> = {
  owner: 'do everything, also manage the team',
  staff: 'read and change',
  read_only: 'look at everything',
  agent: 'look at your own members',
};

interface InvitationListProps {
  readonly invitations: readonly Invitation[];
  /** Called after the person has accepted and now works in the agency. */
  readonly onAccepted: () => void;
}

/** Shows who invites the person to which agency. Only the person's answer makes a membership. */
export function InvitationList({ invitations, onAccepted }: InvitationListProps) {
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: ({ id, word }: { readonly id: string; readonly word: 'accept' | 'decline' }) =>
      answerInvitation(id, word),
    onSuccess: async (_, { word }) => {
      await queries.invalidateQueries({ queryKey: ['invitations'] });
      if (word === 'accept') onAccepted();
    },
  });
  return (
    <Stack>
      {invitations.map(({ invitationId: id, accountName, inviter, role }) => (
        <Alert key={id} color="blue" title={`Invitation to “${accountName}”`}>
          <Text size="sm" mb="xs">
            “{inviter.name}”{inviter.email === null ? '' : ` (${inviter.email})`} invites you. You may then{' '}
            {MAY[role] ?? role}. They chose the names of the agency and of themselves.
          </Text>
          <Group gap="xs">
            <Button size="xs" disabled={answer.isPending} onClick={() => answer.mutate({ id, word: 'accept' })}>
              Accept
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={answer.isPending}
              onClick={() => answer.mutate({ id, word: 'decline' })}
            >
              Decline
            </Button>
          </Group>
        </Alert>
      ))}
      {answer.error !== null && <ProblemNotice error={answer.error} />}
    </Stack>
  );
}

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
