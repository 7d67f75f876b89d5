import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ProblemError } from '../../client/problem-error.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Shown when the code of a screen could not be loaded or failed. Reloading brings the code of a newer version. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const shown =
    error instanceof ProblemError
      ? error
      : new ProblemError('This page could not be shown. Reload it to try again.', { code: 'no_answer', status: 0 });
  return (
    <Container size="sm" py="xl">
      <ProblemNotice title="Something went wrong" error={shown} onRetry={() => window.location.reload()} />
    </Container>
  );
}
