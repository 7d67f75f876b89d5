import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf } from '../api/api.ts';
import { type ExampleProgress, isExampleOffered, lookAround } from '../session/look-around.ts';
import { useSession } from '../session/use-session.ts';

/** Lets a person without an invitation see the service with invented statements, if this installation offers that. */
export function LookAroundButton() {
  const { askAgain } = useSession();
  const [progress, setProgress] = useState<ExampleProgress | null>(null);
  const offered = useQuery({ queryKey: ['example'], queryFn: isExampleOffered, staleTime: Number.POSITIVE_INFINITY });
  const opening = useMutation({ mutationFn: () => lookAround(setProgress), onSuccess: askAgain });
  if (offered.data !== true) return null;
  return (
    <Stack gap="xs">
      <Button variant="default" loading={opening.isPending} onClick={() => opening.mutate()}>
        Look around with example data
      </Button>
      {opening.isPending && progress !== null && <ProgressLine {...progress} />}
      {opening.isError && (
        <Alert color="yellow" role="alert">
          {problemOf(opening.error).message}
        </Alert>
      )}
    </Stack>
  );
}

function ProgressLine({ sent, statements }: ExampleProgress) {
  const percent = statements === 0 ? 0 : Math.round((100 * sent) / statements);
  return (
    <div role="status">
      <Text size="sm">
        An invented agency sends its statements: {sent} of {statements === 0 ? 'all' : statements} are read. It takes
        about a minute, and only the first time.
      </Text>
      <Progress value={percent} aria-label="Statements read" mt={4} />
    </div>
  );
}
