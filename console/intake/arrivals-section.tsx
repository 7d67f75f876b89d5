import { Button, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { monthName } from '../parts/month-name.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { FileItForm } from './file-it-form.tsx';
import { type IntakeItem, type IntakePlace, OUTCOME_WORDS } from './intake-words.ts';

interface ArrivalsSectionProps extends IntakePlace {
  readonly canFile: boolean;
}

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Lists what came in, and files what was refused. */
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
        <Scrolling label="Files that came in">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">File</Table.Th>
                <Table.Th scope="col">From</Table.Th>
                <Table.Th scope="col">Came</Table.Th>
                <Table.Th scope="col">What became of it</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((item) => (
                <Table.Tr key={item.id}>
                  <Table.Th scope="row" fw={500}>
                    {item.fileName}
                  </Table.Th>
                  <Table.Td>
                    {item.origin}
                    <Text size="xs" c="dimmed">
                      {item.source === 'email' ? 'by mail' : 'by SFTP'}
                    </Text>
                  </Table.Td>
                  <Table.Td>{TIME.format(new Date(item.receivedAt))}</Table.Td>
                  <Table.Td>
                    {[
                      OUTCOME_WORDS[item.outcome],
                      nameOf(item.carrierId),
                      item.period === null ? '' : monthName(item.period),
                    ]
                      .filter((text) => text !== '')
                      .join(', ')}
                    {item.reason !== null && (
                      <Text size="xs" c="dimmed">
                        {item.reason}
                      </Text>
                    )}
                    {mayFile(item) && (
                      <Button size="xs" mt={4} aria-label={`File it: ${item.fileName}`} onClick={() => setChosen(item)}>
                        File it
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
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

const FIRST_PAGE: number | null = null;
