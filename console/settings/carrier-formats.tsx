import { Button, Select, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { useCarriers } from '../drop/drop-entry.ts';
import { ROLE_LABELS } from '../layout/role-labels.ts';
import { ListTable } from '../parts/list-table.tsx';
import { LoadingNotice, NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { momentText } from '../parts/shown-values.ts';

/** Shows how the statements of a carrier are read. The carrier is chosen from those that the service knows. */
export function CarrierFormats({ mayWrite }: { readonly mayWrite: boolean }) {
  const { data, error, refetch } = useCarriers();
  const [carrierId, setCarrierId] = useState<string | null>(null);
  const carrier = data?.find(({ id }) => id === carrierId);
  return (
    <section aria-label="Carriers">
      <Title order={2} size="h4" mt="lg">
        How statements are read
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Each carrier has a format that says which column means what. Formats that come with the service get better by
        themselves; one that you saved stays as it is, and goes first.
      </Text>
      {error !== null && (
        <ProblemNotice title="The carriers could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined ? (
        error === null && <LoadingNotice />
      ) : (
        <Select
          label="Carrier"
          placeholder="Type a few letters"
          searchable
          nothingFoundMessage="No carrier has this name"
          data={data.map(({ id, name }) => ({ value: id, label: name }))}
          value={carrierId}
          onChange={setCarrierId}
        />
      )}
      {carrier !== undefined && (
        <FormatVersions key={carrier.id} carrierId={carrier.id} carrierName={carrier.name} mayWrite={mayWrite} />
      )}
    </section>
  );
}

interface FormatVersionsProps {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly mayWrite: boolean;
}

/** The versions of a carrier's format, newest first, each with a button that makes it the active version again. */
function FormatVersions({ carrierId, carrierName, mayWrite }: FormatVersionsProps) {
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
      // All of the agency's own versions are removed, because the shipped format is used only when none of them is left.
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
      <ListTable
        label={`Versions of the format of ${carrierName}`}
        rows={versions}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Version', cell: nameOf },
          { label: 'From', cell: ({ createdAt }) => momentText(createdAt) },
          { label: 'State', cell: stateWords },
          {
            label: 'Columns',
            cell: (one) => (
              <Button
                variant="default"
                size="xs"
                aria-pressed={open?.id === one.id}
                aria-label={`Show the columns of ${nameOf(one)}`}
                onClick={() => setShown(one.id)}
              >
                Show
              </Button>
            ),
          },
          mayWrite
            ? {
                label: 'Go back',
                cell: (one) =>
                  !one.active &&
                  (!one.shared || one.id === newestShared?.id) && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Go back to ${nameOf(one)}`}
                      loading={goBack.isPending && goBack.variables.id === one.id}
                      onClick={() => goBack.mutate(one)}
                    >
                      Go back
                    </Button>
                  ),
              }
            : null,
        ]}
      />
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

function stateWords({ active, removedAt }: FormatVersion): string {
  if (active) return 'In use';
  return removedAt === null ? 'Earlier' : 'Removed';
}

function FormatColumns({ version }: { readonly version: FormatVersion }) {
  return (
    <>
      <Title order={4} size="h6" mt="lg" mb="xs">
        {nameOf(version)} reads {fileTypeWords(version.config.fileType)}
      </Title>
      <ListTable
        label={`Columns of ${nameOf(version)}`}
        rows={columnsOf(version)}
        keyOf={({ label }) => label}
        columns={[
          { label: 'What', cell: ({ label }) => label },
          { label: 'Column of the statement', cell: ({ from }) => from },
        ]}
      />
    </>
  );
}

type FormatVersion = Schema<'ConfigVersion'>;

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text files (CSV)',
  xlsx: 'Excel files',
  pdf: 'PDF files',
  auto: 'text, Excel and PDF files',
};

/** Names the kind of files that a format reads. */
function fileTypeWords(fileType: string): string {
  return FILE_TYPES[fileType] ?? fileType;
}

/** Describes where a value is read from: the names of columns, as the statement prints them. */
function sourceWords(source: Schema<'ColumnSource'>): string {
  if (typeof source === 'string') return source;
  if (Array.isArray(source)) return source.join(' or ');
  if ('concat' in source) return source.concat.join(' and ');
  if ('firstFilled' in source) return `the first that is filled of ${source.firstFilled.join(', ')}`;
  if ('sum' in source) return `the sum of ${source.sum.join(', ')}`;
  if ('column' in source) return `column ${source.column}`;
  if ('constant' in source) return `always “${source.constant}”`;
  if ('sheetName' in source) return 'the name of the sheet';
  return 'a line above the rows';
}

/** The columns that a format reads, in the order in which people look for them. */
function columnsOf({ config }: FormatVersion): readonly { readonly label: string; readonly from: string }[] {
  const { columns } = config;
  const roles = new Map<string, string>(Object.entries(ROLE_LABELS));
  return Object.entries(columns).map(([role, source]) => ({
    label: roles.get(role) ?? role,
    from: sourceWords(source),
  }));
}
