import { Select, TextInput } from '@mantine/core';
import type { components } from '../../client/generated/api-types.ts';

export type TeamMember = components['schemas']['TeamMember'];

/** The rights of a person. `agent` is used for the role agent only. */
export interface RoleDraft {
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
export function rightsWords({ role, agent }: TeamMember): string {
  if (agent !== null) return `Look at the members of ${agent}`;
  return ROLES.find(({ value }) => value === role)?.label ?? '';
}

/** Returns the draft in the form that the service accepts. */
export function roleOf({ role, agent }: RoleDraft) {
  return { role, agent: role === 'agent' ? agent.trim() : null };
}

interface RoleFieldsProps {
  readonly draft: RoleDraft;
  readonly onChange: (draft: RoleDraft) => void;
}

/** Asks for a role, and for an agent's name. */
export function RoleFields({ draft, onChange }: RoleFieldsProps) {
  const { role, agent } = draft;
  return (
    <>
      <Select
        label="May"
        data={[...ROLES]}
        value={role}
        allowDeselect={false}
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
