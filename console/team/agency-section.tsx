import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ME_KEY } from '../api/query-client.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Lets an owner rename the agency. */
export function AgencySection({ name }: { readonly name: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(name);
  const save = useMutation({
    mutationFn: () => answerOf(api.PATCH('/v1/account', { body: { name: typed } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ME_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section aria-label="The agency">
      <Title order={2} size="h4" mt="xl" mb="xs">
        The agency
      </Title>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Your agency, as letters to carriers name it"
            autoComplete="organization"
            required
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={save.isPending} disabled={typed === name}>
            Save the name
          </Button>
        </Group>
        {save.isSuccess && typed === name && (
          <Text size="sm" mt="xs" role="status">
            Saved.
          </Text>
        )}
        {save.error !== null && <ProblemNotice title="The name was not saved" error={save.error} />}
      </form>
    </section>
  );
}
