import { Container } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DropProvider } from '../drop/drop-context.tsx';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { identityOf, useSession } from '../session/use-session.ts';
import { Shell } from './shell.tsx';

/** Shows the screens to a signed-in person. Sends everybody else to the sign-in, which leads back to the same screen. */
export function SignedIn() {
  const { state, me, problem, askAgain } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    if (state !== 'signed-out') return;
    const { publicHref, pathname } = router.state.location;
    if (pathname === '/sign-in') return;
    void navigate({ to: '/sign-in', search: pathname === '/' ? {} : { to: publicHref }, replace: true });
  }, [state, navigate, router]);
  if (me !== null)
    return (
      // The key changes with the person, so that nobody finds the screens and the dropped files of the person before.
      <DropProvider key={identityOf(me)}>
        <Shell me={me} />
      </DropProvider>
    );
  if (state === 'asking' || state === 'signed-out') return <LoadingNotice />;
  return (
    <Container size="sm" py="xl" component="main">
      <ProblemNotice title="The service does not answer" error={problem} onRetry={askAgain} />
    </Container>
  );
}
