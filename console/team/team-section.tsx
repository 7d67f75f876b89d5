import { Button, Group, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { type RoleDraft, RoleFields, rightsWords, roleOf, type TeamMember } from './role-fields.tsx';

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
          { label: 'May', cell: rightsWords },
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
      {invite.error !== null && <ProblemNotice title="The invitation was not sent" error={invite.error} />}
    </form>
  );
}
