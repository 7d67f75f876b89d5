import { Button, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { problemOf, useApi } from '../api/api.ts';
import { MonthFields } from '../drop/month-fields.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { momentText, monthName } from '../parts/shown-values.ts';
import classes from './intake.module.css';
import { CopiedText, type IntakeItem, type IntakePlace, ON_EXISTING, OUTCOME_WORDS } from './settings-section.tsx';

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

interface ArrivalsSectionProps extends IntakePlace {
  readonly canFile: boolean;
}

const FIRST_PAGE: number | null = null;

/** Lists the statements that were dropped or mailed. A person can file those that were refused. */
export function ArrivalsSection({ carriers, mayChange, canFile }: ArrivalsSectionProps) {
  const api = useApi();
  const [chosen, setChosen] = useState<IntakeItem | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['intake'],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/intake', { params: { query: { limit: 50, ...(pageParam !== null && { cursor: pageParam }) } } }),
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
  if (error !== null)
    return <ProblemNotice title="What came in could not be loaded" error={error} onRetry={() => void refetch()} />;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const nameOf = (id: string | null) => carriers.find((carrier) => carrier.id === id)?.name ?? '';
  const mayFile = ({ outcome, isKept }: IntakeItem) =>
    mayChange && canFile && isKept && (outcome === 'rejected' || outcome === 'held');
  return (
    <section aria-label="What came in">
      <Title order={2} size="h4" mt="xl" mb="xs">
        What came in
      </Title>
      {data !== undefined && items.length === 0 && <Text>Nothing has come in by mail or SFTP yet.</Text>}
      {items.length > 0 && (
        <ListTable
          label="Files that came in"
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { label: 'File', cell: ({ fileName }) => fileName },
            { label: 'From', cell: (item) => <Origin item={item} /> },
            { label: 'Came', cell: ({ receivedAt }) => momentText(receivedAt) },
            {
              label: 'What became of it',
              cell: (item) => (
                <>
                  <Outcome item={item} carrierName={nameOf(item.carrierId)} />
                  {mayFile(item) && (
                    <Button size="xs" mt={4} aria-label={`File it: ${item.fileName}`} onClick={() => setChosen(item)}>
                      File it
                    </Button>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
      <Dialog isOpen={chosen !== null} onClose={() => setChosen(null)} title={`File ${chosen?.fileName ?? ''}`}>
        {chosen !== null && (
          <FileItForm
            item={chosen}
            carriers={carriers}
            onFiled={async () => {
              setChosen(null);
              await refetch();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function Origin({ item: { origin, source } }: { readonly item: IntakeItem }) {
  return (
    <>
      {origin}
      <Text size="xs" c="dimmed">
        {source === 'email' ? 'by mail' : 'by SFTP'}
      </Text>
    </>
  );
}

function Outcome({ item, carrierName }: { readonly item: IntakeItem; readonly carrierName: string }) {
  const { outcome, period, reason } = item;
  const words = [OUTCOME_WORDS[outcome], carrierName, period === null ? '' : monthName(period)];
  return (
    <>
      {words.filter((text) => text !== '').join(', ')}
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
    </>
  );
}

interface FileItFormProps extends Pick<IntakePlace, 'carriers'> {
  readonly item: IntakeItem;
  readonly onFiled: () => Promise<void>;
}

/** Asks for the carrier and the month of a file that was dropped or mailed and then refused. */
function FileItForm({ item, carriers, onFiled }: FileItFormProps) {
  const api = useApi();
  const [carrierId, setCarrierId] = useState(item.carrierId ?? '');
  const [period, setPeriod] = useState(item.period);
  const [onExisting, setOnExisting] = useState<(typeof ON_EXISTING)[number]['value']>('reject');
  const [chosenWorkspace, setWorkspace] = useState<string | null>(null);
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspaces'],
    queryFn: async () => (await answerOf(api.GET('/v1/workspaces'))).workspaces,
    staleTime: 60_000,
  });
  const workspaceId = workspaces.length > 1 ? (chosenWorkspace ?? workspaces[0]?.id) : undefined;
  const file = useMutation({
    mutationFn: (month: string) =>
      answerOf(
        api.POST('/v1/intake/{itemId}/file', {
          params: { path: { itemId: item.id } },
          body: { carrierId, period: month, onExisting, ...(workspaceId !== undefined && { workspaceId }) },
        }),
      ),
    onSuccess: onFiled,
  });
  const isTaken = file.error !== null && problemOf(file.error).code === 'period_exists';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (period !== null) file.mutate(period);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {item.reason !== null && <Text size="sm">It was refused: {item.reason}</Text>}
        <div className={classes.fields}>
          <NativeSelect
            className={classes.field}
            label="Carrier that sent it"
            data={[{ value: '', label: 'Choose' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
            value={carrierId}
            onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
          />
          {workspaces.length > 1 && (
            <NativeSelect
              label="It belongs to"
              value={workspaceId ?? ''}
              data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => setWorkspace(currentTarget.value)}
            />
          )}
          <MonthFields value={period} onChange={setPeriod} />
        </div>
        {file.error !== null && <ProblemNotice title="It was not filed" error={file.error} />}
        {isTaken && (
          <NativeSelect
            label="The month is here already"
            data={[...ON_EXISTING]}
            value={onExisting}
            onChange={({ currentTarget }) =>
              setOnExisting(ON_EXISTING.find(({ value }) => value === currentTarget.value)?.value ?? onExisting)
            }
          />
        )}
        <Button type="submit" disabled={carrierId === '' || period === null} loading={file.isPending}>
          File it
        </Button>
      </Stack>
    </form>
  );
}
