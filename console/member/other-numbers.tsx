import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

interface OtherNumbersProps {
  readonly memberRefId: string;
  readonly mayWrite: boolean;
}

/** The other numbers under which statements show the member, each with a button that makes it a member of its own again. */
export function OtherNumbers({ memberRefId, mayWrite }: OtherNumbersProps) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['member', memberRefId, 'aliases'],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/aliases', { params: { path: { memberRefId } } })),
  });
  if (error !== null) return <ProblemNotice title="The other numbers could not be loaded" error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section aria-label="Other member numbers">
      <Title order={2} size="h4" mb="xs">
        Other member numbers
      </Title>
      <Text size="sm" c="dimmed">
        Statements show this member under these numbers too.
      </Text>
      {data.data.map(({ externalId }) => (
        <OtherNumber key={externalId} memberRefId={memberRefId} mayWrite={mayWrite} externalId={externalId} />
      ))}
    </section>
  );
}

function OtherNumber({ memberRefId, mayWrite, externalId }: OtherNumbersProps & { readonly externalId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const separate = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/v1/members/{memberRefId}/aliases/{externalId}', { params: { path: { memberRefId, externalId } } }),
      ),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Group mt="xs" gap="sm">
        <Text fw={500}>{externalId}</Text>
        {mayWrite && (
          <Button
            size="xs"
            variant="default"
            aria-label={`It is another person: ${externalId}`}
            loading={separate.isPending}
            onClick={() => separate.mutate()}
          >
            It is another person
          </Button>
        )}
      </Group>
      {separate.error !== null && <ProblemNotice error={separate.error} />}
    </>
  );
}
