import { Button, Group, NativeSelect, Skeleton } from '@mantine/core';
import IconArrowsDiff from '@tabler/icons-react/icons/IconArrowsDiff';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { BookFilters, TextFilter } from '../changes/book-filters.tsx';
import { ChangePanel, SelectionBar } from '../changes/change-panel.tsx';
import classes from '../changes/changes.module.css';
import { ChangesTable } from '../changes/changes-table.tsx';
import {
  type ChangesSearch,
  filtersOf,
  GROUPS,
  groupOf,
  keyOf,
  PARTS,
  type PayChange,
  partOf,
  usePayChanges,
} from '../changes/changes-view.ts';
import { SamePersons } from '../changes/same-person.tsx';
import { BRIDGE_LOOKS } from '../month/bridge-kinds.ts';
import { MonthSelect } from '../month/month-select.tsx';
import { useClaims, useHome } from '../month/use-home.ts';
import { LinkButton } from '../parts/link-button.tsx';
import filters from '../parts/list-filters.module.css';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { ListWithPanel } from '../parts/list-panel.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { counted, dayText, money, monthName, quietCount, signedMoney } from '../parts/shown-values.ts';
import { useRights, useSession } from '../session/use-session.ts';

/** Lists whose pay differs from the month before, over all carriers. The address holds the whole view. */
export function ChangesScreen() {
  const navigate = useNavigate();
  const { agent, mayChange } = useRights();
  const search: ChangesSearch = useSearch({ from: '/signed-in/changes' });
  const { view, rows, error, refetch, hasMore, isLoadingMore, loadMore, loadForPaper } = usePayChanges(search);
  const show = (change: ChangesSearch) =>
    void navigate({ to: '/changes', search: { ...search, open: undefined, ...change } });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelected(next);
  };
  const open = (key: string | undefined) =>
    void navigate({ to: '/changes', search: { ...search, open: key }, replace: true, resetScroll: false });
  const maySelect = mayChange && agent === null;
  const asksForSame = agent === null && rows.some(({ part }) => part === 'gone');
  if (view === undefined)
    return error === null ? (
      <LoadingList />
    ) : (
      <NotLoaded screen="Changes" title="The changes could not be loaded" error={error} onRetry={refetch} />
    );
  const { period, previousPeriod, totals } = view;
  const opened = rows.find((row) => keyOf(row) === search.open);
  const chosen = rows.filter((row) => selected.has(keyOf(row)));
  return (
    <>
      <PageTitle
        title="Changes"
        lead={leadOf(view)}
        actions={
          period !== null && <Actions search={search} period={period} onShow={show} loadForPaper={loadForPaper} />
        }
      />
      <PrintedHead />
      {period !== null && <KindChips search={search} parts={view.parts} period={period} onShow={show} />}
      <Filters search={search} period={period} onShow={show} />
      {asksForSame && period !== null && <SamePersons period={period} carrierId={search.carrierId} />}
      {search.kind === 'carriers_missing' && totals.count > 0 && <AddMissing />}
      <ListWithPanel
        list={
          <>
            {rows.length === 0 ? (
              <EmptyList icon={IconArrowsDiff} words={emptyWords(search, period)}>
                {period === null && mayChange && (
                  <LinkButton to="/drop" variant="default">
                    Add statements
                  </LinkButton>
                )}
              </EmptyList>
            ) : (
              <div className={classes.frame}>
                <ChangesTable
                  changes={rows}
                  totals={totals}
                  groups={view.groups}
                  groupBy={groupOf(search.group)}
                  sort={search.sort === 'name' ? 'name' : 'money'}
                  onSort={(sort) => show({ sort: sort === 'money' ? undefined : sort })}
                  opened={search.open}
                  onOpen={(row) => open(keyOf(row) === search.open ? undefined : keyOf(row))}
                  selected={maySelect ? selected : undefined}
                  onSelect={select}
                />
              </div>
            )}
            {chosen.length > 0 && period !== null && (
              <SelectionBar
                memberRefIds={chosen.flatMap(({ memberRefId }) => memberRefId ?? [])}
                eventId={commonEvent(chosen)}
                period={period}
                onClear={() => setSelected(new Set())}
              />
            )}
            <div className={`${classes.foot} no-print`}>
              {hasMore && <MoreButton isLoading={isLoadingMore} onMore={() => void loadMore()} />}
              {rows.length > 0 && <KeysHint closes ticks={maySelect} />}
            </div>
          </>
        }
        panel={
          opened === undefined ? null : (
            <ChangePanel change={opened} previousPeriod={previousPeriod} onClose={() => open(undefined)} />
          )
        }
      />
    </>
  );
}

/** Leads from the people of carriers that are not here yet to what is missing. */
function AddMissing() {
  return (
    <Group mb="sm" className="no-print">
      <LinkButton to="/drop" variant="default">
        Add the missing statements
      </LinkButton>
    </Group>
  );
}

interface Shown {
  readonly period: string | null;
  readonly previousPeriod: string | null;
  readonly totals: { readonly count: number; readonly difference: number };
}

function leadOf({ period, previousPeriod, totals: { count, difference } }: Shown): string {
  if (period === null) return 'There are no statements yet.';
  if (previousPeriod === null) return `${monthName(period)} is the first month: ${counted(count, 'person', 'people')}.`;
  const months = `${monthName(period)} beside ${monthName(previousPeriod)}`;
  return count === 0 ? `${months}: no changes` : `${months}: ${counted(count, 'change')}, ${signedMoney(difference)}`;
}

function emptyWords({ kind, q, agent, carrierId, eventId }: ChangesSearch, period: string | null): string {
  if (period === null) return 'Who changed is seen as soon as two months of statements are here.';
  const isFiltered = [kind, q, agent, carrierId, eventId].some((text) => text !== undefined);
  return isFiltered ? 'Nobody is in this list.' : "Everybody's pay is as it was the month before.";
}

function commonEvent(rows: readonly PayChange[]): string | null {
  const events = new Set(rows.map(({ eventId }) => eventId));
  return events.size === 1 ? ([...events][0] ?? null) : null;
}

interface FiltersProps {
  readonly search: ChangesSearch;
  readonly period: string | null;
  readonly onShow: (change: ChangesSearch) => void;
}

interface ActionsProps extends FiltersProps {
  readonly loadForPaper: () => Promise<void>;
}

/** The month, and the list as a workbook and on paper. */
function Actions({ search, period, onShow, loadForPaper }: ActionsProps) {
  const api = useApi();
  const { agent } = useRights();
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.GET('/v1/pay-changes', { params: { query: filtersOf(search) }, headers: AS_WORKBOOK, parseAs: 'blob' }),
      ),
    onSuccess: (bytes: unknown) => {
      if (bytes instanceof Blob) saveFile(bytes, `changes-${period ?? 'month'}.xlsx`);
    },
  });
  // The rows that were loaded are drawn in the turn before the browser prints.
  const print = useMutation({ mutationFn: loadForPaper, onSuccess: () => setTimeout(() => window.print()) });
  return (
    <>
      {period !== null &&
        (agent === null ? (
          <BookMonths period={period} onChoose={(next) => onShow({ period: next })} />
        ) : (
          <OwnMonths period={period} onChoose={(next) => onShow({ period: next })} />
        ))}
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        Save for Excel
      </Button>
      <Button variant="default" loading={print.isPending} onClick={() => print.mutate()}>
        Print
      </Button>
      {save.error !== null && <ProblemNotice title="The list was not saved" error={save.error} />}
    </>
  );
}

interface BookMonthsProps {
  readonly period: string;
  readonly onChoose: (period: string) => void;
}

function BookMonths({ period, onChoose }: BookMonthsProps) {
  const { data: home } = useHome(period);
  return <MonthSelect months={home?.months} period={period} onChoose={onChoose} />;
}

function Filters({ search, period, onShow }: FiltersProps) {
  const { agent } = useRights();
  return (
    <div className={`${filters.filters} no-print`}>
      <TextFilter
        label="Name, policy or member number"
        text={search.q ?? ''}
        onSearch={(q) => onShow({ q: q === '' ? undefined : q })}
      />
      {agent === null && period !== null && <BookFilters search={search} period={period} onShow={onShow} />}
      <NativeSelect
        aria-label="Group"
        data={[...GROUPS]}
        value={groupOf(search.group) ?? ''}
        onChange={({ currentTarget: { value } }) => onShow({ group: value === '' ? undefined : value })}
      />
      {search.eventId !== undefined && (
        <Button variant="default" onClick={() => onShow({ eventId: undefined })}>
          All events
        </Button>
      )}
    </div>
  );
}

/** Names the agency and the day on paper. The browser numbers the pages. */
function PrintedHead() {
  const { me } = useSession();
  return (
    <p className={classes.printed}>
      {me?.name} · printed on {dayText(new Date().toISOString())}
    </p>
  );
}

/** Has the shape of the list, so that nothing jumps when it comes. */
function LoadingList() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading …</span>
      <Skeleton height={34} width={220} mb="lg" />
      <Skeleton height={32} mb="sm" />
      <Skeleton height={36} mb="sm" />
      <Skeleton height={430} />
    </div>
  );
}

const MONTHS = 12;

interface OwnMonthsProps {
  readonly period: string;
  readonly onChoose: (period: string) => void;
}

/** Lets an agent choose among the twelve months up to the latest one. An agent may not ask which of them have statements. */
function OwnMonths({ period, onChoose }: OwnMonthsProps) {
  const api = useApi();
  const { data: latest = period } = useQuery({
    queryKey: ['pay-changes', 'latest'],
    queryFn: async () =>
      (await answerOf(api.GET('/v1/pay-changes', { params: { query: { limit: 1 } } }))).period ?? period,
  });
  const newestFirst = [...new Set([...Array.from({ length: MONTHS }, (_, back) => monthsBefore(latest, back)), period])]
    .toSorted()
    .toReversed();
  return (
    <NativeSelect
      aria-label="Month"
      data={newestFirst.map((value) => ({ value, label: monthName(value) }))}
      value={period}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

function monthsBefore(period: string, months: number): string {
  const date = new Date(`${period}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 'YYYY-MM'.length);
}

interface KindChipsProps {
  readonly search: ChangesSearch;
  readonly parts: readonly Schema<'PayChangePart'>[];
  readonly period: string;
  readonly onShow: (change: ChangesSearch) => void;
}

/** The kinds with their numbers and sums. One is chosen at a time; choosing it again shows all. */
function KindChips({ search, parts, period, onShow }: KindChipsProps) {
  const { agent } = useRights();
  const chosen = partOf(search.kind);
  const shown = PARTS.filter((part) => part === chosen || parts.some((sum) => sum.part === part && sum.count > 0));
  return (
    <ul className={`${classes.chips} no-print`} aria-label="Kinds of changes">
      <li>
        <button
          type="button"
          className={classes.chip}
          aria-pressed={chosen === undefined}
          onClick={() => onShow({ kind: undefined })}
        >
          All
        </button>
      </li>
      {shown.map((part) => {
        const { icon: Icon, label, risen, color } = BRIDGE_LOOKS[part];
        const { count, difference } = parts.find((sum) => sum.part === part) ?? { count: 0, difference: 0 };
        return (
          <li key={part}>
            <button
              type="button"
              className={classes.chip}
              aria-pressed={part === chosen}
              onClick={() => onShow({ kind: part === chosen ? undefined : part })}
            >
              <Icon size={16} stroke={1.75} color={color} aria-hidden />
              {difference > 0 ? (risen ?? label) : label} <span className={classes.quiet}>{quietCount(count)}</span>{' '}
              <b>{signedMoney(difference)}</b>
            </button>
          </li>
        );
      })}
      {agent === null && <ToCheckChip period={period} />}
    </ul>
  );
}

/** Leads to what is worth a question to a carrier and is owed by nobody for sure. */
function ToCheckChip({ period }: { readonly period: string }) {
  const claims = useClaims(period);
  const toCheck = claims?.byKind.filter(({ certainty }) => certainty === 'to_check') ?? [];
  if (claims === undefined || toCheck.length === 0) return null;
  return (
    <li>
      <Link to="/ask" search={{ sure: 'to_check', period }} className={classes.chip}>
        <IconHelpCircle size={16} stroke={1.75} color="var(--kind-check)" aria-hidden />
        To check <b>{money(claims.toCheck)}</b>
      </Link>
    </li>
  );
}
