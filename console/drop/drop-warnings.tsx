import { Text } from '@mantine/core';
import { TextLink } from '../parts/link-button.tsx';
import { type DropEntry, hasTotals, type Job, placeOf, warningsOf } from './drop-entry.ts';

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

/**
 * Describes the result of a statement: "2 gone, 1 paid less, 3 new." Who is missing is not told before the last file of the month.
 * `later` is the file that was added to the month after this one.
 */
export function resultOf({ stats, month }: Job, later: DropEntry | null): string {
  if (stats === null) return 'It was added.';
  const { members = 0, red = 0, yellow = 0, reappeared = 0 } = stats;
  const parts = [
    [red, 'gone'],
    [yellow, 'paid less'],
    [stats.new ?? 0, 'new'],
    [reappeared, 'back'],
  ] as const;
  if (month?.state === 'open' && month.files.expected !== null)
    return `${month.files.received} of ${month.files.expected} files of the month are here. Who is gone is told when the last one has come.`;
  if (later !== null) return `It counts. What changed in the month is told with ${later.file.name}.`;
  if (members > 0 && stats.new === members && red === 0)
    return 'All of them are new, so there is nothing to compare them with yet.';
  const changes = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return changes.length === 0 ? 'Nothing has changed since the month before.' : `${changes.join(', ')}.`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Says which file of its month a file is: "4 files a month; this is the second". Null when one file a month is usual. */
export function usualWords(entry: DropEntry, entries: readonly DropEntry[]): string | null {
  const place = placeOf(entry, entries);
  if (place === null || entry.usual === null) return null;
  return `${entry.usual.expected} files a month; this is ${ORDINALS[place - 1] === undefined ? `number ${place}` : `the ${ORDINALS[place - 1]}`}.`;
}
