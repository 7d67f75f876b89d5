import { Alert, Button, Code, Group, Select, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';

/** The access tokens of programs. A new one is shown once. */
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
        <Scrolling label="List of tokens">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">For</Table.Th>
                <Table.Th scope="col">May</Table.Th>
                <Table.Th scope="col">Made</Table.Th>
                <Table.Th scope="col">Ends</Table.Th>
                <Table.Th scope="col">Revoke</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {valid.map(({ id, label, scopes, createdAt, expiresAt }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={500}>
                    {label ?? 'No name'}
                  </Table.Th>
                  <Table.Td>{scopes.includes('write') ? 'Read and change' : 'Read only'}</Table.Td>
                  <Table.Td>{createdAt.slice(0, 10)}</Table.Td>
                  <Table.Td>{expiresAt === null ? 'Never' : expiresAt.slice(0, 10)}</Table.Td>
                  <Table.Td>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Revoke ${label ?? 'the token without a name'}`}
                      onClick={() => revoke.mutate(id)}
                    >
                      Revoke
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
      )}
      <NewToken onMade={refresh} />
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

function NewToken({ onMade }: { readonly onMade: () => Promise<void> }) {
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
          allowDeselect={false}
          onChange={(value) => setRights(value ?? 'read')}
        />
        <Select
          label="The token ends"
          data={ENDS}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? '30')}
        />
        <Button type="submit" variant="default" loading={make.isPending}>
          Make a token
        </Button>
      </Group>
      {make.error !== null && <ProblemNotice title="No token was made" error={make.error} />}
      {make.data !== undefined && (
        <Alert color="green" title="Copy the token now: it is shown this once" mt="md" role="status">
          <Code block>{make.data.token}</Code>
        </Alert>
      )}
    </form>
  );
}
