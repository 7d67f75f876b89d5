import { Button, Table, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { CopiedText } from './copied-text.tsx';
import classes from './intake.module.css';
import type { IntakePlace } from './intake-words.ts';

interface SftpSectionProps extends IntakePlace {
  readonly server: components['schemas']['DropOffPlaces']['sftp'];
}

/** The SFTP server and those who may put files on it. */
export function SftpSection({ server, mayChange, isAllowed }: SftpSectionProps) {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['sftp-users'] });
  const { data, error } = useQuery({
    queryKey: ['sftp-users'],
    queryFn: () => answerOf(api.GET('/v1/sftp/users', { params: { query: { limit: 200 } } })),
  });
  const remove = useMutation({
    mutationFn: (userId: string) => answerOf(api.DELETE('/v1/sftp/users/{userId}', { params: { path: { userId } } })),
    onSuccess: refresh,
  });
  if (error !== null) return <ProblemNotice title="The SFTP users could not be loaded" error={error} />;
  return (
    <section aria-label="By SFTP">
      <Title order={2} size="h4" mt="xl">
        By SFTP
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        For carriers and programs that put files on a server. Files belong into the folder “incoming”.
      </Text>
      {server !== null && (
        <Text component="div" size="sm" mb="xs">
          <CopiedText text={`sftp://${server.host}:${server.port}`} name="the address of the server" />
          <CopiedText text={server.fingerprint} name="the fingerprint of the server" />
        </Text>
      )}
      {remove.error !== null && <ProblemNotice title="The user was not removed" error={remove.error} />}
      {data !== undefined && data.data.length > 0 && (
        <Scrolling label="SFTP users">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">User</Table.Th>
                <Table.Th scope="col">Key</Table.Th>
                {mayChange && <Table.Th scope="col">Remove</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ id, username, fingerprint }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={500}>
                    <CopiedText text={username} name={`the user ${username}`} />
                  </Table.Th>
                  <Table.Td>{fingerprint}</Table.Td>
                  {mayChange && (
                    <Table.Td>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Remove ${username}`}
                        onClick={() => remove.mutate(id)}
                      >
                        Remove
                      </Button>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
      )}
      {mayChange && isAllowed && <NewUser onMade={refresh} />}
    </section>
  );
}

function NewUser({ onMade }: { readonly onMade: () => Promise<void> }) {
  const api = useApi();
  const [username, setUsername] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const make = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/sftp/users', { body: { username, publicKey } })),
    onSuccess: async () => {
      setUsername('');
      setPublicKey('');
      await onMade();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.fields}>
      <TextInput
        className={classes.field}
        label="Name of the user"
        required
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <Textarea
        className={classes.field}
        label="Public key that they sent you"
        rows={1}
        required
        value={publicKey}
        onChange={({ currentTarget }) => setPublicKey(currentTarget.value)}
      />
      <Button type="submit" loading={make.isPending}>
        Add the user
      </Button>
      {make.error !== null && <ProblemNotice title="The user was not added" error={make.error} />}
    </form>
  );
}
