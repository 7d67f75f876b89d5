import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { ACCOUNT_WORDS } from './operator-words.ts';
import { PAGE_ROWS, Pager } from './pager.tsx';

/** The agencies of the installation. */
export function AccountList() {
  const api = useApi();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'accounts', page],
    queryFn: () =>
      answerOf(api.GET('/v1/admin/accounts', { params: { query: { limit: PAGE_ROWS, offset: page * PAGE_ROWS } } })),
  });
  if (data === undefined) return <NotLoaded title="The agencies could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      <Scrolling label="Agencies">
        <Table verticalSpacing="xs" mt="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Agency</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col">Plan</Table.Th>
              <Table.Th scope="col">Email</Table.Th>
              <Table.Th scope="col">Since</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map(({ id, name, status, tier, email, createdAt }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={500}>
                  {name}
                </Table.Th>
                <Table.Td>{ACCOUNT_WORDS[status]}</Table.Td>
                <Table.Td>{tier === 'enterprise' ? 'Enterprise' : 'Standard'}</Table.Td>
                <Table.Td>{email ?? ''}</Table.Td>
                <Table.Td>{momentText(createdAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}
