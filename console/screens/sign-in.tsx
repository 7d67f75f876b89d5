import { Button, Container, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { problemOf } from '../api/problem.ts';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useSession } from '../session/use-session.ts';

/** Only paths of this address may be opened after signing in. */
function safePath(to: string | undefined): string {
  return to?.startsWith('/') === true && !to.startsWith('//') && !to.includes('\\') ? to : '/';
}

export function SignInScreen() {
  const { state } = useSession();
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  useEffect(() => {
    if (state === 'signed-in') void navigate({ to: '/', href: safePath(to), replace: true });
  }, [state, to, navigate]);
  if (state === 'signed-in' || state === 'asking') return <LoadingNotice />;
  return (
    <Container size={460} py={64} component="main">
      <Paper withBorder p="xl" radius="lg">
        <PageTitle title="Sign in" />
        <TokenForm />
      </Paper>
    </Container>
  );
}

function TokenForm() {
  const { signInWithToken } = useSession();
  const [token, setToken] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setFault(null);
    try {
      await signInWithToken(token.trim());
    } catch (error) {
      const { status, message } = problemOf(error);
      setFault(status === 401 ? 'This access token is not valid. Copy it again, in full.' : message);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Use the access token that you were given. It is kept until you close this tab.</Text>
        <PasswordInput
          label="Access token"
          name="token"
          autoComplete="current-password"
          required
          value={token}
          error={fault}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
