import { Button, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
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
        <Scrolling label="Passkeys">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Device</Table.Th>
                <Table.Th scope="col">Added</Table.Th>
                <Table.Th scope="col">Remove</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ id, name, createdAt }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={500}>
                    {name ?? 'No name'}
                  </Table.Th>
                  <Table.Td>{createdAt?.slice(0, 10) ?? ''}</Table.Td>
                  <Table.Td>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remove the passkey ${name ?? 'without a name'}`}
                      onClick={() => remove.mutate(id)}
                    >
                      Remove
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
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
