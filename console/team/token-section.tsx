import { Alert, Button, Code, Group, Select, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { dayText } from '../parts/shown-values.ts';
import { addPasskey, canUsePasskeys, readPasskeys, removePasskey } from '../session/sign-in-calls.ts';

/** The passkeys of the signed-in person. */
export function PasskeySection() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['passkeys'] });
  const { data = [], error } = useQuery({ queryKey: ['passkeys'], queryFn: readPasskeys });
  const remove = useMutation({ mutationFn: removePasskey, onSuccess: refresh });
  const failed = error ?? remove.error;
  return (
    <section aria-label="Your passkeys">
      <Title order={2} size="h4" mt="lg">
        Your passkeys
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {canUsePasskeys()
          ? 'Sign in with your fingerprint, your face or the PIN of your device, without waiting for a mail.'
          : 'Passkeys need an address with a name. They do not work at the address of this page.'}
      </Text>
      {failed !== null && <ProblemNotice error={failed} />}
      {data.length > 0 && (
        <ListTable
          label="Passkeys"
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Device', cell: ({ name }) => name ?? 'No name' },
            { label: 'Added', cell: ({ createdAt }) => (createdAt == null ? '' : dayText(createdAt)) },
            {
              label: 'Remove',
              cell: ({ id, name }) => (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Remove the passkey ${name ?? 'without a name'}`}
                  onClick={() => remove.mutate(id)}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      {canUsePasskeys() && <NewPasskey onAdded={refresh} />}
    </section>
  );
}

function NewPasskey({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess: async () => {
      setName('');
      await onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mt="md" gap="xs">
        <TextInput
          label="What this device is called"
          placeholder="My laptop"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          Add a passkey
        </Button>
      </Group>
      {add.error !== null && <ProblemNotice title="No passkey was added" error={add.error} />}
    </form>
  );
}

/** Shows the access tokens of programs. A new token is shown once. */
export function TokenSection() {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['tokens'] });
  const { data, error } = useQuery({
    queryKey: ['tokens'],
    queryFn: () => answerOf(api.GET('/v1/tokens', { params: { query: { limit: 200 } } })),
  });
  const revoke = useMutation({
    mutationFn: (tokenId: string) => answerOf(api.DELETE('/v1/tokens/{tokenId}', { params: { path: { tokenId } } })),
    onSuccess: refresh,
  });
  if (error !== null) return <ProblemNotice title="The tokens could not be loaded" error={error} />;
  const valid = data?.data.filter(({ revokedAt }) => revokedAt === null) ?? [];
  return (
    <section aria-label="Access tokens">
      <Title order={2} size="h4" mt="xl">
        Access tokens
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        For programs that send statements or read results. People need none.
      </Text>
      {revoke.error !== null && <ProblemNotice title="The token was not revoked" error={revoke.error} />}
      {valid.length > 0 && (
        <ListTable
          label="List of tokens"
          rows={valid}
          keyOf={({ id }) => id}
          columns={[
            { label: 'For', cell: ({ label }) => label ?? 'No name' },
            { label: 'May', cell: ({ scopes }) => (scopes.includes('write') ? 'Read and change' : 'Read only') },
            { label: 'Made', cell: ({ createdAt }) => dayText(createdAt) },
            { label: 'Ends', cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : dayText(expiresAt)) },
            {
              label: 'Revoke',
              cell: ({ id, label }) => (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Revoke ${label ?? 'the token without a name'}`}
                  onClick={() => revoke.mutate(id)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
      <NewToken valid={valid.map(({ id }) => id)} onMade={refresh} />
    </section>
  );
}

const ENDS = [
  { value: '30', label: 'in a month' },
  { value: '365', label: 'in a year' },
  { value: '', label: 'never' },
];

const DAY_MS = 86_400_000;

function endAfter(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

/** Makes a token, and shows it until it is revoked. */
function NewToken({ valid, onMade }: { readonly valid: readonly string[]; readonly onMade: () => Promise<void> }) {
  const api = useApi();
  const [label, setLabel] = useState('');
  const [rights, setRights] = useState<string>('change');
  const [days, setDays] = useState<string>('365');
  const make = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/v1/tokens', {
          body: { label, scopes: rights === 'change' ? ['read', 'write'] : ['read'], expiresAt: endAfter(days) },
        }),
      ),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mt="md" gap="xs">
        <TextInput
          label="What the token is for"
          required
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Select
          label="The program may"
          data={[
            { value: 'change', label: 'Read and change' },
            { value: 'read', label: 'Read only' },
          ]}
          value={rights}
          onChange={(value) => setRights(value ?? 'read')}
        />
        <Select label="The token ends" data={ENDS} value={days} onChange={(value) => setDays(value ?? '30')} />
        <Button type="submit" variant="default" loading={make.isPending}>
          Make a token
        </Button>
      </Group>
      {make.error !== null && <ProblemNotice title="No token was made" error={make.error} />}
      {make.data !== undefined && valid.includes(make.data.id) && (
        <Alert color="green" title="Copy the token now: it is shown this once" mt="md" role="status">
          <Code block>{make.data.token}</Code>
        </Alert>
      )}
    </form>
  );
}
