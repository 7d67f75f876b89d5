import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { ListTable } from '../parts/list-table.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';
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
      <ListTable
        label="Agencies"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Agency', cell: ({ name }) => name },
          { label: 'State', cell: ({ status }) => ACCOUNT_WORDS[status] },
          { label: 'Plan', cell: ({ tier }) => (tier === 'enterprise' ? 'Enterprise' : 'Standard') },
          { label: 'Email', cell: ({ email }) => email ?? '' },
          { label: 'Since', cell: ({ createdAt }) => momentText(createdAt) },
        ]}
      />
      <Pager page={page} hasMore={data.pagination.hasMore} onPage={setPage} />
    </>
  );
}
