import { Button, Group, SegmentedControl } from '@mantine/core';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { OneOfMany, TextFilter } from '../changes/book-filters.tsx';
import { MemberStatus } from '../members/member-status.tsx';
import cells from '../members/members-table.module.css';
import { useHome } from '../month/use-home.ts';
import { LinkButton } from '../parts/link-button.tsx';
import classes from '../parts/list-filters.module.css';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowLink, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { AS_CSV, AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { money, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

const PAGE = 100;

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'gone', label: 'Gone' },
  { value: 'owed', label: 'Owed' },
] as const;

/** Lists all people over all months and carriers by name. The address holds the filters. */
export function MembersScreen() {
  const api = useApi();
  const navigate = useNavigate();
  const { agent: ownAgent, mayChange } = useRights();
  const search = useSearch({ from: '/signed-in/members' });
  const shown = SHOWN.find(({ value }) => value === search.show)?.value ?? 'all';
  const show = (change: Partial<typeof search>) => void navigate({ to: '/members', search: { ...search, ...change } });
  const filters = {
    sort: 'name' as const,
    ...(search.q !== undefined && search.q !== '' && { q: search.q }),
    ...(search.carrierId !== undefined && { carrierId: search.carrierId }),
    ...(search.agent !== undefined && { agent: search.agent }),
    ...(search.plan !== undefined && { plan: search.plan }),
    ...(shown === 'active' || shown === 'gone' ? { presence: shown } : {}),
    ...(shown === 'owed' && { owed: true }),
  };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['members', 'list', filters],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: after }) => {
      const query = { ...filters, limit: PAGE, ...(after !== '' && { after }) };
      return answerOf(api.GET('/v1/members', { params: { query }, signal }));
    },
    // A page begins after the last member of the one before, so that a far page costs what the first does.
    getNextPageParam: ({ data: rows, pagination }) => (pagination.hasMore ? rows.at(-1)?.memberRefId : undefined),
  });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const members = data?.pages.flatMap((page) => page.data) ?? [];
  const save = useMutation({
    mutationFn: async (form: 'xlsx' | 'csv') => {
      const headers = form === 'xlsx' ? AS_WORKBOOK : AS_CSV;
      const bytes: unknown = await answerOf(
        api.GET('/v1/members', { params: { query: filters }, headers, parseAs: 'blob' }),
      );
      if (bytes instanceof Blob) saveFile(bytes, `members.${form}`);
    },
  });
  const calls = useMutation({
    mutationFn: async () => {
      const { carrierId, agent } = search;
      const query = { ...(carrierId !== undefined && { carrierId }), ...(agent !== undefined && { agent }) };
      const bytes: unknown = await answerOf(
        api.GET('/v1/members/to-call', { params: { query }, headers: AS_WORKBOOK, parseAs: 'blob' }),
      );
      if (bytes instanceof Blob) saveFile(bytes, 'people-to-call.xlsx');
    },
  });
  const notSaved = save.error ?? calls.error;
  return (
    <>
      <PageTitle
        title="Members"
        lead="Everybody who ever was on a statement, by name."
        actions={
          <Group gap="xs">
            {mayChange && (
              <LinkButton to="/members/import" variant="default">
                Import contacts
              </LinkButton>
            )}
            {ownAgent === null && (
              <Button variant="default" loading={calls.isPending} onClick={() => calls.mutate()}>
                List to call
              </Button>
            )}
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate('xlsx')}>
              Save for Excel
            </Button>
            <Button variant="default" disabled={save.isPending} onClick={() => save.mutate('csv')}>
              CSV
            </Button>
          </Group>
        }
      />
      {notSaved !== null && <ProblemNotice title="The list was not saved" error={notSaved} />}
      <div className={`${classes.filters} no-print`}>
        <TextFilter
          label="Name, policy or member number"
          text={search.q ?? ''}
          onSearch={(q) => show({ q: q === '' ? undefined : q })}
        />
        {ownAgent === null && <BookFilters search={search} onShow={show} />}
        <PlanFilter members={members} plan={search.plan} onShow={show} />
        <SegmentedControl
          aria-label="Who is shown"
          data={ownAgent === null ? [...SHOWN] : SHOWN.filter(({ value }) => value !== 'owed')}
          value={shown}
          onChange={(value) => show({ show: value === 'all' ? undefined : value })}
        />
      </div>
      {error !== null && (
        <ProblemNotice title="The members could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <RowsSkeleton count={12} />}
      {data !== undefined && members.length === 0 && <Nobody isFiltered={isFiltered} mayChange={mayChange} />}
      {members.length > 0 && <MembersTable members={members} hasOwed={ownAgent === null} />}
      {members.length > 0 && (
        <Group mt="sm" gap="sm" className="no-print">
          {hasNextPage && <MoreButton isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
          <KeysHint />
        </Group>
      )}
    </>
  );
}

/** Says why the list is empty. An agency without a statement is led to adding them. */
function Nobody({ isFiltered, mayChange }: { readonly isFiltered: boolean; readonly mayChange: boolean }) {
  if (isFiltered) return <EmptyList icon={IconUsers} words="Nobody is in this list." />;
  return (
    <EmptyList icon={IconUsers} words="Everybody who is on your statements comes into this list.">
      {mayChange && (
        <LinkButton to="/drop" variant="default">
          Add statements
        </LinkButton>
      )}
    </EmptyList>
  );
}

interface PlanFilterProps {
  readonly members: readonly { readonly planName: string | null }[];
  readonly plan: string | undefined;
  readonly onShow: (change: { readonly plan: string | undefined }) => void;
}

/** Chooses among the plans of the members who are shown. */
function PlanFilter({ members, plan, onShow }: PlanFilterProps) {
  const plans = [...new Set(members.flatMap(({ planName }) => planName ?? []))].sort();
  return (
    <OneOfMany
      label="Plan"
      everything="All plans"
      options={plans.map((name) => [name, name] as const)}
      value={plan}
      onChoose={(chosen) => onShow({ plan: chosen })}
    />
  );
}

interface BookSearch {
  readonly carrierId?: string | undefined;
  readonly agent?: string | undefined;
}

/** Chooses among the carriers and the agents of the latest month. */
function BookFilters({
  search,
  onShow,
}: {
  readonly search: BookSearch;
  readonly onShow: (change: BookSearch) => void;
}) {
  const { data: home } = useHome();
  const agents = (home?.agents ?? []).flatMap(({ agentId, agentName }) => agentName ?? agentId ?? []);
  const carriers = (home?.carriers ?? []).map(({ carrierId, carrierName }) => [carrierId, carrierName] as const);
  return (
    <>
      <OneOfMany
        label="Carrier"
        everything="All carriers"
        options={carriers}
        value={search.carrierId}
        onChoose={(carrierId) => onShow({ carrierId })}
      />
      <OneOfMany
        label="Agent"
        everything="All agents"
        options={agents.map((name) => [name, name] as const)}
        value={search.agent}
        onChoose={(agent) => onShow({ agent })}
      />
    </>
  );
}

type Member = Schema<'MemberWithOwed'>;

/** Members as rows of one line, or as cards on a narrow screen. */
function MembersTable({ members, hasOwed }: { readonly members: readonly Member[]; readonly hasOwed: boolean }) {
  return (
    <Rows
      label="Members"
      rows={members}
      keyOf={({ memberRefId }) => memberRefId}
      nameLabel="Person"
      nameOf={({ memberRefId, memberName, memberExternalId }) => (
        <>
          <RowLink to="/members/$id" params={{ id: memberRefId }}>
            {memberName ?? memberExternalId}
          </RowLink>
          {memberName !== null && <span className={cells.id}>{memberExternalId}</span>}
        </>
      )}
      columns={[
        { label: 'Carrier', cell: ({ carrierName }) => carrierName, className: cells.carrier },
        { label: 'Agent', cell: ({ agentName }) => agentName ?? '–', isOptional: true },
        { label: 'Status', cell: ({ status }) => <MemberStatus status={status} /> },
        { label: 'Since', cell: ({ firstPeriod }) => shortMonthName(firstPeriod), isOptional: true },
        {
          label: 'Last paid',
          cell: ({ lastPaidPeriod, lastPaidAmount }) =>
            lastPaidPeriod === null ? (
              '–'
            ) : (
              <>
                <span className={cells.quiet}>{shortMonthName(lastPaidPeriod)}</span>{' '}
                <span className={cells.lastPaid}>{money(lastPaidAmount)}</span>
              </>
            ),
          isNumber: true,
        },
        { label: 'Paid in all', cell: ({ paidTotal }) => quietMoney(paidTotal), isNumber: true },
        hasOwed ? { label: 'Owed', cell: ({ owed }) => quietMoney(owed ?? 0), isNumber: true } : null,
      ]}
    />
  );
}
