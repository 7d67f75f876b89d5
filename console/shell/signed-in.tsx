import { Container } from '@mantine/core';
import { Navigate, useLocation } from '@tanstack/react-router';
import { DropProvider } from '../drop/drop-context.tsx';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useSession } from '../session/use-session.ts';
import { Shell } from './shell.tsx';

/** Shows the screens to whoever is signed in, and sends everybody else to the sign-in, which leads back. */
export function SignedIn() {
  const { state, me, problem, askAgain } = useSession();
  const { href } = useLocation();
  if (me !== null)
    return (
      <DropProvider>
        <Shell me={me} />
      </DropProvider>
    );
  if (state === 'signed-out') return <Navigate to="/sign-in" search={href === '/' ? {} : { to: href }} replace />;
  if (state === 'asking') return <LoadingNotice />;
  return (
    <Container size="sm" py="xl" component="main">
      <ProblemNotice title="The service does not answer" error={problem} onRetry={askAgain} />
    </Container>
  );
}
