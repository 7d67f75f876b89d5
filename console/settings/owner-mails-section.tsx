import { Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { counted } from '../parts/shown-values.ts';

const KEY = ['owner-mails'];

/** Says when owners get a mail about statements, and lets an owner turn these mails on and off. */
export function OwnerMailsSection({ maySet }: { readonly maySet: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => answerOf(api.GET('/v1/account/owner-mails')) });
  const save = useMutation({
    mutationFn: (isOn: boolean) => answerOf(api.PUT('/v1/account/owner-mails', { body: { isOn } })),
    onSuccess: (answer) => queries.setQueryData(KEY, answer),
  });
  return (
    <section aria-label="Mails to owners">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Mails to owners
      </Title>
      <Text mb="sm">
        Owners get a mail when a statement is late, when a carrier took back at least $500 and a tenth of what it paid
        in the month, and when all statements of a month are here. Each fact is mailed once.
      </Text>
      {error !== null && <ProblemNotice title="This could not be loaded" error={error} />}
      {data !== undefined && (
        <>
          <Switch
            label="Mail the owners"
            checked={data.isOn}
            disabled={!maySet || save.isPending}
            onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
          />
          <Text size="sm" mt="xs" role="status">
            {data.isOn ? `On, for ${counted(data.owners, 'owner')} who signed in.` : 'Off.'}
          </Text>
        </>
      )}
      {save.error !== null && <ProblemNotice title="This was not saved" error={save.error} />}
    </section>
  );
}
