import { Button, NativeSelect, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './intake.module.css';
import { CopiedText, type IntakePlace } from './settings-section.tsx';

interface SftpSectionProps extends IntakePlace {
  readonly server: components['schemas']['DropOffPlaces']['sftp'];
}

/** The SFTP server and the users who may put files on it. */
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
        For carriers and programs that put files on a server. Files belong into the folder “incoming” and are added
        within a quarter of an hour.
      </Text>
      {server !== null && (
        <Text component="div" size="sm" mb="xs">
          <CopiedText text={`sftp://${server.host}:${server.port}`} name="the address of the server" />
          <CopiedText text={server.fingerprint} name="the fingerprint of the server" />
        </Text>
      )}
      {remove.error !== null && <ProblemNotice title="The user was not removed" error={remove.error} />}
      {data !== undefined && data.data.length > 0 && (
        <ListTable
          label="SFTP users"
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { label: 'User', cell: ({ username }) => <CopiedText text={username} name={`the user ${username}`} /> },
            mayChange
              ? {
                  label: 'Remove',
                  cell: ({ id, username }) => (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Remove ${username}`}
                      onClick={() => remove.mutate(id)}
                    >
                      Remove
                    </Button>
                  ),
                }
              : null,
          ]}
        />
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

/** The addresses that carriers mail their statements to. */
export function MailSection({ carriers, mayChange, isAllowed }: IntakePlace) {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['mail-addresses'] });
  const [carrierId, setCarrierId] = useState('');
  const { data, error } = useQuery({
    queryKey: ['mail-addresses'],
    queryFn: () => answerOf(api.GET('/v1/email/addresses', { params: { query: { limit: 200 } } })),
  });
  const make = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/email/addresses', { body: { carrierId } })),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (addressId: string) =>
      answerOf(api.DELETE('/v1/email/addresses/{addressId}', { params: { path: { addressId } } })),
    onSuccess: refresh,
  });
  if (error !== null) return <ProblemNotice title="The mail addresses could not be loaded" error={error} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const nameOf = (id: string) => carriers.find((carrier) => carrier.id === id)?.name ?? 'A carrier';
  return (
    <section aria-label="By mail">
      <Title order={2} size="h4" mt="lg">
        By mail
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Give each carrier its own address. What it mails there is added by itself, if the sender is one you allow below.
      </Text>
      {make.error !== null && <ProblemNotice title="No address was made" error={make.error} />}
      {revoke.error !== null && <ProblemNotice title="The address was not removed" error={revoke.error} />}
      {data !== undefined && data.data.length > 0 && (
        <ListTable
          label="Mail addresses"
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Carrier', cell: (address) => nameOf(address.carrierId) },
            {
              label: 'Mail to',
              cell: (mail) => <CopiedText text={mail.address} name={`the address of ${nameOf(mail.carrierId)}`} />,
            },
            mayChange
              ? {
                  label: 'Remove',
                  cell: (address) => (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Remove the address of ${nameOf(address.carrierId)}`}
                      onClick={() => revoke.mutate(address.id)}
                    >
                      Remove
                    </Button>
                  ),
                }
              : null,
          ]}
        />
      )}
      {mayChange && isAllowed && (
        <form onSubmit={submit} className={classes.fields}>
          <NativeSelect
            className={classes.field}
            label="Carrier that mails"
            data={[{ value: '', label: 'Choose' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
            value={carrierId}
            onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
          />
          <Button type="submit" disabled={carrierId === ''} loading={make.isPending}>
            Make an address
          </Button>
        </form>
      )}
    </section>
  );
}
