import { Button, Group, Select, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

type TeamMember = components['schemas']['TeamMember'];

/** The roles that can be given. */
const ROLES = [
  { value: 'owner', label: 'Owner: everything' },
  { value: 'staff', label: 'Staff: look and change' },
  { value: 'read_only', label: 'Read only: look' },
  { value: 'agent', label: 'Agent: look at own members' },
] as const satisfies readonly { readonly value: TeamMember['role']; readonly label: string }[];

/** The people of the agency. An owner invites, changes and removes them. */
export function TeamSection({ isOwner }: { readonly isOwner: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['team'] });
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
                label: 'Remove',
                cell: ({ userId, name }) => (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Remove ${name}`}
                    loading={remove.isPending && remove.variables === userId}
                    onClick={() => remove.mutate(userId)}
                  >
                    Remove
                  </Button>
                ),
              }
            : null,
        ]}
      />
      {isOwner && <InviteForm onInvited={refresh} />}
    </section>
  );
}

function rightsWords({ role, agent }: TeamMember): string {
  if (agent !== null) return `Look at the members of ${agent}`;
  return ROLES.find(({ value }) => value === role)?.label ?? '';
}

function InviteForm({ onInvited }: { readonly onInvited: () => Promise<void> }) {
  const api = useApi();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [agent, setAgent] = useState('');
  const [role, setRole] = useState<(typeof ROLES)[number]['value']>('staff');
  const invite = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/v1/team/invites', { body: { name, email, role, agent: role === 'agent' ? agent.trim() : null } }),
      ),
    onSuccess: async () => {
      setAgent('');
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
        <Select
          label="May"
          data={[...ROLES]}
          value={role}
          allowDeselect={false}
          onChange={(text) => setRole(ROLES.find(({ value }) => value === text)?.value ?? role)}
        />
        {role === 'agent' && (
          <TextInput
            label="Agent's name or number, as statements write it"
            required
            value={agent}
            onChange={({ currentTarget }) => setAgent(currentTarget.value)}
          />
        )}
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
      {invite.error !== null && <ProblemNotice title="The invitation was not sent" error={invite.error} />}
    </form>
  );
}
