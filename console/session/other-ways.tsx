import { Alert, Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from '../../client/sign-in-client.ts';
import { problemOf } from '../api/problem.ts';
import { canUsePasskeys, signInWithPasskey } from './passkey-calls.ts';
import { signIn } from './sign-in.ts';
import { useSession } from './use-session.ts';

const NAMES: Readonly<Record<Provider, string>> = { google: 'Google', microsoft: 'Microsoft' };

/** The ways to sign in beside a link by mail: a passkey, and the providers that this installation has. */
export function OtherWays({ to }: { readonly to: string | undefined }) {
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
export function RefusedProvider({ provider, error }: RefusedProviderProps) {
  const name = provider === 'google' || provider === 'microsoft' ? NAMES[provider] : 'The provider';
  return (
    <Alert color="yellow" title={`${name} did not sign you in`} role="alert">
      {NOT_INVITED.includes(error ?? '')
        ? 'The address of your account there is not invited here. Ask an owner of the agency to invite it.'
        : 'Signing in was not finished. Try again, or get a link by email.'}
    </Alert>
  );
}
