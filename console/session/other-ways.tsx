import { Alert, Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { problemOf } from '../api/problem.ts';
import { canUsePasskeys, signInWithPasskey } from './passkey-calls.ts';
import { beginWithProvider, type Provider, readProviders } from './sign-in-calls.ts';
import { useSession } from './use-session.ts';

const NAMES: Readonly<Record<Provider, string>> = { google: 'Google', microsoft: 'Microsoft' };

/** The ways to sign in beside a link by mail: a passkey, and the providers that are set up here. */
export function OtherWays({ to }: { readonly to: string | undefined }) {
  const { askAgain } = useSession();
  const { data: providers = [] } = useQuery({ queryKey: ['sign-in-providers'], queryFn: readProviders });
  const withPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: askAgain });
  const withProvider = useMutation({
    mutationFn: (provider: Provider) => beginWithProvider(provider, to),
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

/** Says that a provider was asked, and that its person is not invited here. */
export function RefusedProvider({ provider }: { readonly provider: string }) {
  const name = provider === 'google' || provider === 'microsoft' ? NAMES[provider] : 'The provider';
  return (
    <Alert color="yellow" title={`${name} did not sign you in`} role="alert">
      The address of your account there is not invited here. Ask an owner of the agency to invite it.
    </Alert>
  );
}
