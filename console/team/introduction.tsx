import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { ME_KEY, useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/**
 * Asks the first owner for a name, an address and the agency's name. The links to sign in are mailed to the address, and letters show the
 * agency's name.
 */
export function Introduction({ agency }: { readonly agency: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [agencyName, setAgencyName] = useState(agency);
  const save = useMutation({
    mutationFn: () => answerOf(api.PATCH('/v1/me', { body: { name, email, agencyName } })),
    onSuccess: () => Promise.all([ME_KEY, ['team']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Alert color="blue" title="Tell us who you are, so that you can sign in again" mb="lg">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label="Your email"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <TextInput
            label="Your agency, as letters to carriers name it"
            autoComplete="organization"
            required
            value={agencyName}
            onChange={({ currentTarget }) => setAgencyName(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </form>
      {save.error !== null && <ProblemNotice error={save.error} />}
    </Alert>
  );
}
