import { Text } from '@mantine/core';
import { TextLink } from '../parts/link-button.tsx';
import { type DropEntry, hasTotals, warningsOf } from './drop-entry.ts';

interface DropWarningsProps {
  readonly entry: DropEntry;
  readonly isEditing?: boolean;
}

/** Shows what to check before the file is stored, and leads to the columns of a file that is read wrongly. */
export function DropWarnings({ entry, isEditing = false }: DropWarningsProps) {
  const warnings = warningsOf(entry);
  return (
    <>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" c="yellow" mt={4}>
          {warning}
        </Text>
      ))}
      {(warnings.length > 0 || (isEditing && hasTotals(entry))) && (
        <Text size="sm" c="dimmed" mt={4}>
          Are these figures wrong?{' '}
          <TextLink to="/layout/$draft" params={{ draft: entry.id }}>
            Show how to read it
          </TextLink>
        </Text>
      )}
    </>
  );
}
