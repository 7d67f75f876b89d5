import { Text } from '@mantine/core';
import { useRights } from '../session/use-rights.ts';

/** Describes in words what the person cannot do here, so that nobody searches for missing buttons. */
export function RoleNote() {
  const { mayChange, agent } = useRights();
  if (mayChange) return null;
  return (
    <Text size="sm" c="dimmed" mb="md" className="no-print">
      {agent === null
        ? 'You can look at everything here, and change nothing. An owner of the agency can let you change things.'
        : `You see the members of ${agent}. An owner of the agency can let you see more.`}
    </Text>
  );
}
