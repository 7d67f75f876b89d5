import { Alert, Button, CopyButton, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { ME_KEY, useApi } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { answerInvitation, type Invitation, readInvitee } from '../session/sign-in-calls.ts';
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

/** Lets an owner rename the agency. */
export function AgencySection({ name }: { readonly name: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(name);
  const save = useMutation({
    mutationFn: () => answerOf(api.PATCH('/v1/account', { body: { name: typed } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ME_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section aria-label="The agency">
      <Title order={2} size="h4" mt="xl" mb="xs">
        The agency
      </Title>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Your agency, as letters to carriers name it"
            autoComplete="organization"
            required
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={save.isPending} disabled={typed === name}>
            Save the name
          </Button>
        </Group>
        {save.isSuccess && typed === name && (
          <Text size="sm" mt="xs" role="status">
            Saved.
          </Text>
        )}
        {save.error !== null && <ProblemNotice title="The name was not saved" error={save.error} />}
      </form>
    </section>
  );
}

/** The people of the agency. An owner invites, changes and removes them. */
export function TeamSection({ isOwner }: { readonly isOwner: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['team'] });
  const [changing, setChanging] = useState<TeamMember | null>(null);
  const { data, error } = useQuery({
    queryKey: ['team'],
    queryFn: () => answerOf(api.GET('/v1/team', { params: { query: { limit: 200 } } })),
  });
  const remove = useMutation({
    mutationFn: (userId: string) => answerOf(api.DELETE('/v1/team/{userId}', { params: { path: { userId } } })),
    onSuccess: refresh,
  });
  if (error !== null) return <ProblemNotice title="The team could not be loaded" error={error} />;
  return (
    <section aria-label="Team">
      <Title order={2} size="h4" mt="lg" mb="xs">
        Team
      </Title>
      {remove.error !== null && <ProblemNotice title="The person was not removed" error={remove.error} />}
      <ListTable
        label="People"
        rows={data?.data ?? []}
        keyOf={({ userId }) => userId}
        columns={[
          { label: 'Name', cell: ({ name, status }) => (status === 'invited' ? `${name} (invited)` : name) },
          { label: 'Email', cell: ({ email }) => email },
          { label: 'What they may do', cell: rightsWords },
          isOwner
            ? {
                label: 'Change or remove',
                cell: (person) => (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Change what ${person.name} may do`}
                      onClick={() => setChanging(person)}
                    >
                      Change
                    </Button>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remove ${person.name}`}
                      loading={remove.isPending && remove.variables === person.userId}
                      onClick={() => remove.mutate(person.userId)}
                    >
                      Remove
                    </Button>
                  </Group>
                ),
              }
            : null,
        ]}
      />
      {changing !== null && <RoleDialog person={changing} onChanged={refresh} onClose={() => setChanging(null)} />}
      {isOwner && <InviteForm onInvited={refresh} />}
    </section>
  );
}

const NEW_ROLE: RoleDraft = { role: 'staff', agent: '' };

function InviteForm({ onInvited }: { readonly onInvited: () => Promise<void> }) {
  const api = useApi();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [draft, setDraft] = useState(NEW_ROLE);
  const invite = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/team/invites', { body: { name, email, ...roleOf(draft) } })),
    onSuccess: async () => {
      setDraft(NEW_ROLE);
      setName('');
      setEmail('');
      await onInvited();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mt="md" gap="xs">
        <TextInput label="Name" required value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
        <TextInput
          label="Email"
          type="email"
          required
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleFields draft={draft} onChange={setDraft} />
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
      {invite.data?.signInLink != null && <LinkToCopy name={invite.data.name} link={invite.data.signInLink} />}
      {invite.error !== null && <ProblemNotice title="The invitation was not sent" error={invite.error} />}
    </form>
  );
}

/** Shows the link of an invitation where no mail server is set. */
function LinkToCopy({ name, link }: { readonly name: string; readonly link: string }) {
  return (
    <Group align="flex-end" gap="xs" mt="sm">
      <TextInput
        flex="1 1 20rem"
        label={`Link for ${name}`}
        description="No mail server is set, so hand it over yourself. It works once, for a week, for whoever has it."
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy the link'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

interface RoleDialogProps {
  readonly person: TeamMember;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Lets an owner change what a person may do. The change applies from the person's next request on. */
function RoleDialog({ person, onChanged, onClose }: RoleDialogProps) {
  const api = useApi();
  const [draft, setDraft] = useState({ role: person.role, agent: person.agent ?? '' });
  const change = useMutation({
    mutationFn: () =>
      answerOf(api.PATCH('/v1/team/{userId}', { params: { path: { userId: person.userId } }, body: roleOf(draft) })),
    onSuccess: async () => {
      await onChanged();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog title={`What ${person.name} may do`} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <RoleFields draft={draft} onChange={setDraft} />
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
        {change.error !== null && <ProblemNotice title="Nothing was changed" error={change.error} />}
      </form>
    </Dialog>
  );
}

type TeamMember = components['schemas']['TeamMember'];

/** The rights of a person. `agent` is used for the role agent only. */
interface RoleDraft {
  readonly role: TeamMember['role'];
  readonly agent: string;
}

/** The roles that can be given. */
const ROLES = [
  { value: 'owner', label: 'Owner: everything' },
  { value: 'staff', label: 'Staff: look and change' },
  { value: 'read_only', label: 'Read only: look' },
  { value: 'agent', label: 'Agent: look at own members' },
] as const satisfies readonly { readonly value: TeamMember['role']; readonly label: string }[];

/** Describes what a person may do. */
function rightsWords({ role, agent }: TeamMember): string {
  if (agent !== null) return `Look at the members of ${agent}`;
  return ROLES.find(({ value }) => value === role)?.label ?? '';
}

/** Returns the draft in the form that the service accepts. */
function roleOf({ role, agent }: RoleDraft) {
  return { role, agent: role === 'agent' ? agent.trim() : null };
}

interface RoleFieldsProps {
  readonly draft: RoleDraft;
  readonly onChange: (draft: RoleDraft) => void;
}

/** Asks for a role, and for an agent's name. */
function RoleFields({ draft, onChange }: RoleFieldsProps) {
  const { role, agent } = draft;
  return (
    <>
      <Select
        label="What they may do"
        data={[...ROLES]}
        value={role}
        onChange={(text) => onChange({ ...draft, role: ROLES.find(({ value }) => value === text)?.value ?? role })}
      />
      {role === 'agent' && (
        <TextInput
          label="Agent's name or number, as statements write it"
          description="Where agents share a member, the one with the largest part sees the whole pay."
          required
          value={agent}
          onChange={({ currentTarget }) => onChange({ ...draft, agent: currentTarget.value })}
        />
      )}
    </>
  );
}
