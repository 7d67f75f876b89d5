import { Alert, Anchor, Button, Container, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOf } from '../api/problem.ts';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { LookAroundButton } from '../parts/look-around-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { OtherWays, RefusedProvider } from '../session/other-ways.tsx';
import { signIn } from '../session/sign-in.ts';
import { useSession } from '../session/use-session.ts';

/** Returns the path to open after signing in. Only paths of this address are allowed. */
function safePath(to: string | undefined): string {
  return to?.startsWith('/') === true && !to.startsWith('//') && !to.includes('\\') ? to : '/';
}

export function SignInScreen() {
  const { state } = useSession();
  const { to, token, refused, error } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const isWrongLink = useLinkOnce(token ?? null);
  const [hasToken, setHasToken] = useState(false);
  const isTakingLink = token !== undefined && isWrongLink === null;
  // The link may belong to another person than the one who is signed in.
  const isReady = state === 'signed-in' && !isTakingLink;
  useEffect(() => {
    if (isReady) void navigate({ to: '/', href: safePath(to), replace: true });
  }, [isReady, to, navigate]);
  if (state === 'signed-in' || state === 'asking' || isTakingLink) return <LoadingNotice />;
  return (
    <Container size={460} py={64} component="main">
      <Paper withBorder p="xl" radius="lg">
        <PageTitle title="Sign in" />
        <Stack>
          {isWrongLink === true && (
            <Alert color="yellow" title="This link does not work any more" role="alert">
              A link works once, for fifteen minutes. Ask for a new one below.
            </Alert>
          )}
          {refused !== undefined && <RefusedProvider provider={refused} error={error} />}
          {hasToken ? <TokenForm /> : <EmailForm />}
          <OtherWays to={to} />
          <Anchor component="button" type="button" size="sm" onClick={() => setHasToken(!hasToken)}>
            {hasToken ? 'Get a link by email instead' : 'Use an access token instead'}
          </Anchor>
          <LookAroundButton />
        </Stack>
      </Paper>
    </Container>
  );
}

/** Takes the token of a link, once. Returns null until the service has answered, then whether the link was refused. */
function useLinkOnce(token: string | null): boolean | null {
  const { askAgain } = useSession();
  const [isRefused, setRefused] = useState<boolean | null>(null);
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (token === null || taken.current === token) return;
    taken.current = token;
    signIn.takeLink(token).then(
      (isTaken) => {
        setRefused(!isTaken);
        if (isTaken) askAgain();
      },
      () => setRefused(true),
    );
  }, [token, askAgain]);
  return isRefused;
}

function EmailForm() {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'asked'>('asking');
  const send = async () => {
    setState('busy');
    setFault(null);
    try {
      await signIn.askForLink(email.trim());
      setState('asked');
    } catch (error) {
      setFault(problemOf(error).message);
      setState('asking');
    }
  };
  if (state === 'asked')
    return (
      <Alert color="green" title="Look at your mail" role="status">
        If {email.trim()} is invited here, a link is on its way. It works once, for fifteen minutes.
      </Alert>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">You get a link by email, and need no password.</Text>
        <TextInput
          label="Your email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          error={fault}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" loading={state === 'busy'}>
          Send me a link
        </Button>
      </Stack>
    </form>
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
