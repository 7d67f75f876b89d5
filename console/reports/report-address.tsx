import { Button, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import classes from '../intake/intake.module.css';
import { ProblemNotice } from '../parts/problem-notice.tsx';

const KEY = ['report-address'];

/** The address to which reports are mailed. Owners change it. */
export function ReportAddress({ isOwner }: { readonly isOwner: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => answerOf(api.GET('/v1/account/report-address')),
  });
  const save = useMutation({
    mutationFn: (email: string | null) => answerOf(api.PUT('/v1/account/report-address', { body: { email } })),
    onSuccess: async () => {
      setTyped(null);
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
  if (error !== null) return <ProblemNotice title="The address could not be loaded" error={error} />;
  if (data === undefined) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = (typed ?? data.email ?? '').trim();
    save.mutate(text === '' ? null : text);
  };
  return (
    <section aria-label="Mail">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Reports by mail
      </Title>
      <Text size="sm" mb="xs">
        {data.email === null
          ? 'Nobody gets reports by mail yet.'
          : `Reports that you have mailed below go to ${data.email}.`}
      </Text>
      {isOwner && (
        <form onSubmit={submit} className={classes.fields}>
          <TextInput
            className={classes.field}
            label="Mail reports to (empty: nobody)"
            type="email"
            value={typed ?? data.email ?? ''}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending}>
            Save the address
          </Button>
        </form>
      )}
      {save.error !== null && <ProblemNotice title="The address was not saved" error={save.error} />}
    </section>
  );
}
