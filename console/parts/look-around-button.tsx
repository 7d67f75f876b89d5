import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { refusedSignIn } from '../../client/sign-in-client.ts';
import { problemOf } from '../api/api.ts';
import { signIn } from '../session/sign-in.ts';
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
      <Button
        variant="default"
        h="auto"
        mih={36}
        styles={{ label: { whiteSpace: 'normal' } }}
        loading={opening.isPending}
        onClick={() => opening.mutate()}
      >
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
        some seconds, and only the first time.
      </Text>
      <Progress value={percent} aria-label="Statements read" mt={4} />
    </div>
  );
}

/** Looking around in the agency with invented statements. */

const POLL_MS = 1_000;

const state = z.union([
  z.object({ state: z.literal('preparing'), sent: z.number(), statements: z.number() }),
  z.object({ state: z.literal('ready'), link: z.url() }),
]);

/** The progress of the example: how many of its statements have been accepted. `statements` is 0 until their number is known. */
interface ExampleProgress {
  readonly sent: number;
  readonly statements: number;
}

/** Returns true when this service has an agency to look around in. */
async function isExampleOffered(): Promise<boolean> {
  const response = await signIn.call('example').catch(() => null);
  return response?.ok === true;
}

/** Waits until the agency is ready, then signs in as a visitor. Throws `ProblemError` when the service can't be reached or refuses. */
async function lookAround(onProgress: (progress: ExampleProgress) => void): Promise<void> {
  for (;;) {
    const response = await signIn.call('example', {});
    if (!response.ok)
      throw refusedSignIn(response.status, 'The example is not available right now. Try again in a minute.');
    const answer = state.parse(await response.json());
    if (answer.state === 'ready') {
      await signIn.takeLink(new URL(answer.link).searchParams.get('token') ?? '');
      return;
    }
    onProgress(answer);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
