import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RoleFields, roleOf, type TeamMember } from './role-fields.tsx';

interface RoleDialogProps {
  readonly person: TeamMember;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Lets an owner change what a person may do. The change applies from the person's next request on. */
export function RoleDialog({ person, onChanged, onClose }: RoleDialogProps) {
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
