import { Button, Group, Pagination, Select, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { BookFilters } from '../changes/book-filters.tsx';
import classes from '../changes/changes.module.css';
import { amountsClause, ChangesTable, KIND_LABELS, KINDS, kindOf, OwnMonths } from '../changes/changes-table.tsx';
import { SamePersons } from '../changes/same-person.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { counted, monthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

const PAGE = 50;

const ORDERS = [
  { value: 'money', label: 'Most money first' },
  { value: 'name', label: 'By name' },
  { value: 'carrier', label: 'By carrier' },
  { value: 'agent', label: 'By agent' },
] as const;

type Order = (typeof ORDERS)[number]['value'];

function orderOf(text: string | undefined): Order | undefined {
  return ORDERS.find(({ value }) => value === text)?.value;
}

/** Lists who is gone, paid less, new or back in a month, over all carriers. */
export function ChangesScreen() {
  const api = useApi();
  const navigate = useNavigate();
  const { agent } = useRights();
  const search = useSearch({ from: '/signed-in/changes' });
  const page = Math.max(1, search.page ?? 1);
  const filters = {
    ...(search.period !== undefined && { period: search.period }),
    ...(search.carrierId !== undefined && { carrierId: search.carrierId }),
    ...(search.agent !== undefined && { agent: search.agent }),
    ...(search.q !== undefined && { q: search.q }),
    ...(kindOf(search.kind) !== undefined && { kind: kindOf(search.kind) }),
    ...(orderOf(search.sort) !== undefined && { sort: orderOf(search.sort) }),
  };
  const query = { ...filters, limit: PAGE, offset: (page - 1) * PAGE };
  const { data, error, refetch } = useQuery({
    queryKey: ['changes', query],
    // The previous list is shown while another list loads, so that the filters stay in their place.
    placeholderData: keepPreviousData,
    queryFn: () => answerOf(api.GET('/v1/changes', { params: { query } })),
  });
  const show = (change: Partial<typeof search>) =>
    void navigate({ to: '/changes', search: { ...search, page: undefined, ...change } });
  const save = useMutation({
    mutationFn: () =>
      answerOf(api.GET('/v1/changes', { params: { query: filters }, headers: AS_WORKBOOK, parseAs: 'blob' })),
    onSuccess: (bytes: unknown) => {
      if (bytes instanceof Blob) saveFile(bytes, `changes-${data?.period ?? 'month'}.xlsx`);
    },
  });
  if (data === undefined) return <NotLoaded title="The changes could not be loaded" error={error} onRetry={refetch} />;
  const { counts, amounts, total, period } = data;
  return (
    <>
      <PageTitle
        title="Changes"
        lead={
          period === null
            ? 'There are no statements yet.'
            : `${monthName(period)}: ${counted(total, 'member')}${amountsClause(amounts)}`
        }
        actions={
          <Group gap="xs">
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
              Save for Excel
            </Button>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
          </Group>
        }
      />
      {save.error !== null && <ProblemNotice title="The list was not saved" error={save.error} />}
      <div className={`${classes.filters} no-print`}>
        {agent === null && period !== null && <BookFilters search={search} period={period} onShow={show} />}
        {agent !== null && period !== null && <OwnMonths period={period} onChoose={(next) => show({ period: next })} />}
        <Select
          label="Show"
          data={[
            { value: '', label: 'All changes' },
            ...KINDS.map((kind) => {
              const count = counts[kind];
              return { value: kind, label: count === null ? KIND_LABELS[kind] : `${KIND_LABELS[kind]} (${count})` };
            }),
          ]}
          value={kindOf(search.kind) ?? ''}
          allowDeselect={false}
          onChange={(kind) => show({ kind: kind === '' || kind === null ? undefined : kind })}
        />
        <Select
          label="Order"
          data={[...ORDERS]}
          value={orderOf(search.sort) ?? 'money'}
          allowDeselect={false}
          onChange={(sort) => show({ sort: sort ?? undefined })}
        />
        <SearchForm text={search.q ?? ''} onSearch={(q) => show({ q: q === '' ? undefined : q })} />
      </div>
      {agent === null && period !== null && (
        <SamePersons
          period={period}
          carrierIds={[...new Set(data.data.filter(({ kind }) => kind === 'gone').map(({ carrierId }) => carrierId))]}
        />
      )}
      {data.data.length === 0 ? <p>Nobody is in this list.</p> : <ChangesTable changes={data.data} />}
      {total > PAGE && (
        <Pagination
          className="no-print"
          mt="md"
          total={Math.ceil(total / PAGE)}
          value={page}
          onChange={(next) => void navigate({ to: '/changes', search: { ...search, page: next } })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
        />
      )}
    </>
  );
}

function SearchForm({ text, onSearch }: { readonly text: string; readonly onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label="Name, policy or member number"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </form>
  );
}
