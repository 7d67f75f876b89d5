import { Button, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { columnsOf, type FormatVersion, fileTypeWords } from './format-words.ts';

interface FormatVersionsProps {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly mayWrite: boolean;
}

/** The versions of a carrier's format, newest first, with a way back to each. */
export function FormatVersions({ carrierId, carrierName, mayWrite }: FormatVersionsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [shown, setShown] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['formats', carrierId],
    queryFn: () => answerOf(api.GET('/v1/carriers/{carrierId}/configs', { params: { path: { carrierId } } })),
  });
  const versions = data?.data ?? [];
  const goBack = useMutation({
    mutationFn: async (target: FormatVersion) => {
      if (!target.shared) {
        const body = target.config;
        await answerOf(api.POST('/v1/carriers/{carrierId}/configs', { params: { path: { carrierId } }, body }));
        return;
      }
      // The shipped format is used when no version of the agency's own is left.
      for (const { version, shared, removedAt } of versions)
        if (!shared && removedAt === null)
          await answerOf(
            api.DELETE('/v1/carriers/{carrierId}/configs/{version}', { params: { path: { carrierId, version } } }),
          );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['formats', carrierId] }),
  });
  if (data === undefined) return <NotLoaded title="The format could not be loaded" error={error} onRetry={refetch} />;
  const newestShared = versions.find(({ shared }) => shared);
  const open = versions.find(({ id }) => id === shown) ?? versions.find(({ active }) => active);
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="xs">
        {carrierName}
      </Title>
      {goBack.error !== null && <ProblemNotice title="The format was not changed" error={goBack.error} />}
      <Scrolling label={`Versions of the format of ${carrierName}`}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Version</Table.Th>
              <Table.Th scope="col">From</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col">Columns</Table.Th>
              {mayWrite && <Table.Th scope="col">Go back</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Th scope="row" fw={500}>
                  {nameOf(one)}
                </Table.Th>
                <Table.Td>{momentText(one.createdAt)}</Table.Td>
                <Table.Td>{one.active ? 'In use' : one.removedAt === null ? 'Earlier' : 'Removed'}</Table.Td>
                <Table.Td>
                  <Button
                    variant="default"
                    size="xs"
                    aria-pressed={open?.id === one.id}
                    aria-label={`Show the columns of ${nameOf(one)}`}
                    onClick={() => setShown(one.id)}
                  >
                    Show
                  </Button>
                </Table.Td>
                {mayWrite && (
                  <Table.Td>
                    {!one.active && (!one.shared || one.id === newestShared?.id) && (
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={`Go back to ${nameOf(one)}`}
                        loading={goBack.isPending && goBack.variables.id === one.id}
                        onClick={() => goBack.mutate(one)}
                      >
                        Go back
                      </Button>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
      <Text size="sm" c="dimmed" mt="xs">
        Statements that were read before stay as they were read.
      </Text>
      {open !== undefined && <FormatColumns version={open} />}
    </>
  );
}

function nameOf({ shared, version }: FormatVersion): string {
  return shared ? `Version ${version} of the service` : `Your version ${version}`;
}

function FormatColumns({ version }: { readonly version: FormatVersion }) {
  return (
    <>
      <Title order={4} size="h6" mt="lg" mb="xs">
        {nameOf(version)} reads {fileTypeWords(version.config.fileType)}
      </Title>
      <Scrolling label={`Columns of ${nameOf(version)}`}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">What</Table.Th>
              <Table.Th scope="col">Column of the statement</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columnsOf(version).map(({ label, from }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={500}>
                  {label}
                </Table.Th>
                <Table.Td>{from}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
    </>
  );
}
