import {
  Alert,
  Anchor,
  Button,
  Container,
  Divider,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Provider } from '../../client/sign-in-client.ts';
import { problemOf } from '../api/api.ts';
import mark from '../icon.svg';
import { LookAroundButton } from '../parts/look-around-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadingNotice } from '../parts/problem-notice.tsx';
import { signIn } from '../session/sign-in.ts';
import {
  canUsePasskeys,
  type LinkHolder,
  readInvitee,
  readLinkHolder,
  signInWithPasskey,
} from '../session/sign-in-calls.ts';
import { useSession } from '../session/use-session.ts';
import { InvitationList } from '../team/team-section.tsx';

/** Returns the path to open after signing in. Only paths of this address are allowed. */
function safePath(to: string | undefined): string {
  return to?.startsWith('/') === true && !to.startsWith('//') && !to.includes('\\') ? to : '/';
}

export function SignInScreen() {
  const { state, signOut, askAgain } = useSession();
  const { to, token, ask, refused, error } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { isWrongLink, question } = useLinkOnce(token ?? null, ask !== undefined);
  const isTakingLink = token !== undefined && isWrongLink === null;
  const isSignedOut = state === 'signed-out' && !isTakingLink;
  const invitee = useQuery({ queryKey: ['invitations'], queryFn: readInvitee, enabled: isSignedOut });
  const [hasToken, setHasToken] = useState(false);
  // The link may belong to another person than the one who is signed in.
  const isReady = state === 'signed-in' && !isTakingLink;
  useEffect(() => {
    if (isReady) void navigate({ to: '/', href: safePath(to ?? takeWantedPage()), replace: true });
  }, [isReady, to, navigate]);
  if (question !== null) return <LinkQuestion {...question} />;
  if (state === 'signed-in' || state === 'asking' || isTakingLink || invitee.isLoading) return <LoadingNotice />;
  // Somebody who was removed from the last agency, and is invited to none, has nothing to see here and is as good as signed out.
  if (invitee.data != null && invitee.data.invitations.length > 0)
    return (
      <Card title="Your invitations">
        <Text size="sm">You are signed in as {invitee.data.email}, and work in no agency yet.</Text>
        <InvitationList invitations={invitee.data.invitations} onAccepted={askAgain} />
        <Button
          variant="default"
          onClick={() => void signOut().then(() => queries.invalidateQueries({ queryKey: ['invitations'] }))}
        >
          Sign out
        </Button>
      </Card>
    );
  return (
    <Card title="Sign in">
      <Text size="sm">
        Add the commission statements of your carriers. You see who was paid less, who is gone and why, and what to ask
        each carrier for.
      </Text>
      {isWrongLink === true && (
        <Alert color="yellow" title="This link does not work any more" role="alert">
          A link works once, for fifteen minutes. Ask for a new one below.
        </Alert>
      )}
      {refused !== undefined && <RefusedProvider provider={refused} error={error} />}
      {hasToken ? <TokenForm /> : <EmailForm to={to} />}
      <OtherWays to={to} />
      <Anchor component="button" type="button" size="sm" onClick={() => setHasToken(!hasToken)}>
        {hasToken ? 'Get a link by email instead' : 'Use an access token instead'}
      </Anchor>
      <LookAroundButton />
    </Card>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Container size={460} py={64} component="main">
      <Paper withBorder p="xl" radius="lg">
        <Group gap="xs" mb="md" fw={700}>
          <img src={mark} alt="" width={26} height={26} />
          Commission statements
        </Group>
        <PageTitle title={title} />
        <Stack>{children}</Stack>
      </Paper>
    </Container>
  );
}

interface Question {
  readonly holder: LinkHolder;
  readonly onYes: () => void;
}

/** Shows whom a link signs in, and asks. Another site may have opened the link, or another person is signed in. */
function LinkQuestion({ holder: { email, account }, onYes }: Question) {
  return (
    <Card title="Sign in with this link?">
      <Text size="sm">
        The link signs you in as <b>{email}</b>
        {account === null ? '' : `, to the agency “${account.name}”`}. Go on only if that is you and you asked for it.
      </Text>
      <Button onClick={onYes}>Sign in as {email}</Button>
      <Anchor href="sign-in" size="sm">
        No, that is not me
      </Anchor>
    </Card>
  );
}

/**
 * Takes the token of a link, once, and asks first when `ask` is set or somebody else is signed in. `isWrongLink` is null until the service
 * has answered.
 */
function useLinkOnce(token: string | null, ask: boolean) {
  const { state, me, askAgain } = useSession();
  const [isWrongLink, setWrongLink] = useState<boolean | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (token === null || taken.current === token || state === 'asking') return;
    taken.current = token;
    const take = async () => {
      setQuestion(null);
      const isTaken = await signIn.takeLink(token);
      setWrongLink(!isTaken);
      if (isTaken) askAgain();
    };
    const show = async () => {
      const holder = await readLinkHolder(token);
      if (holder === null) return setWrongLink(true);
      const isOther = me !== null && me.person?.email !== holder.email;
      if (ask || isOther) return setQuestion({ holder, onYes: () => void take().catch(() => setWrongLink(true)) });
      await take();
    };
    show().catch(() => setWrongLink(true));
  }, [token, ask, state, me, askAgain]);
  return { isWrongLink, question };
}

function EmailForm({ to }: { readonly to: string | undefined }) {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'asked'>('asking');
  const send = async () => {
    setState('busy');
    setFault(null);
    try {
      await signIn.askForLink(email.trim());
      keepWantedPage(to);
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

const NAMES: Readonly<Record<Provider, string>> = { google: 'Google', microsoft: 'Microsoft' };

/** The ways to sign in beside a link by mail: a passkey, and the providers that this installation has. */
function OtherWays({ to }: { readonly to: string | undefined }) {
  const { askAgain } = useSession();
  const { data: providers = [] } = useQuery({ queryKey: ['sign-in-providers'], queryFn: signIn.readProviders });
  const withPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: askAgain });
  const withProvider = useMutation({
    mutationFn: (provider: Provider) => signIn.beginWithProvider(provider, pagesAfter(provider, to)),
    onSuccess: (address) => window.location.assign(address),
  });
  const hasPasskeys = canUsePasskeys();
  const error = withPasskey.error ?? withProvider.error;
  if (!hasPasskeys && providers.length === 0) return null;
  return (
    <Stack gap="xs">
      <Divider label="or" />
      {error !== null && (
        <Alert color="yellow" role="alert">
          {problemOf(error).message}
        </Alert>
      )}
      {hasPasskeys && (
        <Button variant="default" loading={withPasskey.isPending} onClick={() => withPasskey.mutate()}>
          Sign in with a passkey
        </Button>
      )}
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="default"
          loading={withProvider.isPending && withProvider.variables === provider}
          onClick={() => withProvider.mutate(provider)}
        >
          Sign in with {NAMES[provider]}
        </Button>
      ))}
    </Stack>
  );
}

/** Returns the pages to which the provider sends the browser back. */
function pagesAfter(provider: Provider, to: string | undefined): { readonly page: URL; readonly failed: URL } {
  const page = new URL('sign-in', document.baseURI);
  if (to !== undefined) page.searchParams.set('to', to);
  const failed = new URL(page);
  failed.searchParams.set('refused', provider);
  return { page, failed };
}

/** The codes of the service for a person whom nobody invited, and for an address that the provider has not verified. */
const NOT_INVITED = ['signup_disabled', 'account_not_linked'];

interface RefusedProviderProps {
  readonly provider: string;
  /** The code that the service gave; undefined without a code. */
  readonly error: string | undefined;
}

/** Says which provider was used, and why the person is not signed in. */
function RefusedProvider({ provider, error }: RefusedProviderProps) {
  const name = provider === 'google' || provider === 'microsoft' ? NAMES[provider] : 'The provider';
  return (
    <Alert color="yellow" title={`${name} did not sign you in`} role="alert">
      {NOT_INVITED.includes(error ?? '')
        ? 'The address of your account there is not invited here. Ask an owner of the agency to invite it.'
        : 'Signing in was not finished. Try again, or get a link by email.'}
    </Alert>
  );
}

const KEY = 'commission-statements-wanted-page';
/** A link by mail works for fifteen minutes. */
const KEPT_MS = 15 * 60 * 1000;

/** Keeps the page that a person wanted to see, because the link in the mail opens another tab. */
function keepWantedPage(to: string | undefined): void {
  if (to === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, `${Date.now()} ${to}`);
}

/** Returns the kept page once; undefined without one. */
function takeWantedPage(): string | undefined {
  const [at = '', to] = (localStorage.getItem(KEY) ?? '').split(' ');
  localStorage.removeItem(KEY);
  return Date.now() - Number(at) < KEPT_MS ? to : undefined;
}
