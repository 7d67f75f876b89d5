import { Alert, Button, Text } from '@mantine/core';
import { problemOf } from '../api/problem.ts';

interface ProblemNoticeProps {
  readonly error: unknown;
  /** A heading that says which action failed: "The statement was not added". */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Describes an error in a sentence, with a way to try again. */
export function ProblemNotice({ error, title = 'That did not work', onRetry }: ProblemNoticeProps) {
  const { message, requestId } = problemOf(error);
  return (
    <Alert color="red" title={title} role="alert">
      <Text size="sm">{message}</Text>
      {requestId !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          If you ask for help, name this number: {requestId}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
