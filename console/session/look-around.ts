import { z } from 'zod/mini';
import { refusedSignIn } from '../../client/sign-in-client.ts';
import { signIn } from './sign-in.ts';

/** Looking around in the agency with invented statements. */

const POLL_MS = 1_000;

const state = z.union([
  z.object({ state: z.literal('preparing'), sent: z.number(), statements: z.number() }),
  z.object({ state: z.literal('ready'), link: z.url() }),
]);

/** The progress of the example: how many of its statements have been accepted. `statements` is 0 until their number is known. */
export interface ExampleProgress {
  readonly sent: number;
  readonly statements: number;
}

/** Returns true when this service has an agency to look around in. */
export async function isExampleOffered(): Promise<boolean> {
  const response = await signIn.call('example').catch(() => null);
  return response?.ok === true;
}

/** Waits until the agency is ready, then signs in as a visitor. Throws `ProblemError` when the service can't be reached or refuses. */
export async function lookAround(onProgress: (progress: ExampleProgress) => void): Promise<void> {
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
