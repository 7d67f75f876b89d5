import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dayText } from '../parts/date-text.ts';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { addPasskey, canUsePasskeys, readPasskeys, removePasskey } from '../session/passkey-calls.ts';

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
