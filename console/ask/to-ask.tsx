import { Button, Skeleton, Title } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import IconMail from '@tabler/icons-react/icons/IconMail';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowLink, RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { counted, dayText, money, monthName, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './ask.module.css';
import { type AskSearch, BASIS_WORDS, CERTAINTY_WORDS, type Claim, type Dispute, SURE, sureOf } from './ask-words.ts';

/** The most claims that one page of the report has. */
const CLAIMS_MAX = 500;

/** The field of the report's totals that has the sum of claims that are so sure. */
const SUM_OF = { certain: 'recoverable', likely: 'likely', to_check: 'toCheck' } as const;

interface ToAskProps {
  readonly search: AskSearch;
  /** Called with the id of a letter that was written. */
  readonly onWritten: (id: string) => void;
}

/** Claims that were not asked for yet, by carrier. Sure ones are ticked; likely ones and those to check stand apart. */
export function ToAsk({ search, onWritten }: ToAskProps) {
  const api = useApi();
  const { period, carrierId, members } = search;
  // Claims of chosen people are shown however sure they are.
  const sure = sureOf(search.sure) ?? (members === undefined ? 'certain' : undefined);
  const filter = {
    asked: false,
    ...(period !== undefined && { from: period, to: period }),
    ...(carrierId !== undefined && { carrierId }),
    ...(members !== undefined && { memberRefIds: members }),
  };
  const query = { ...filter, limit: CLAIMS_MAX, ...(sure !== undefined && { certainty: sure }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['recoverable', 'to-ask', query],
    queryFn: () => answerOf(api.GET('/v1/reports/recoverable', { params: { query } })),
  });
  if (data === undefined)
    return error === null ? (
      <div role="status">
        <span className="visually-hidden">Loading …</span>
        <Skeleton height={56} mb="md" />
        <RowsSkeleton />
      </div>
    ) : (
      <ProblemNotice title="The claims could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  const { recoverable, likely, toCheck } = data.ofAllCertainties;
  const isNarrowed = [period, carrierId, members].some((narrowed) => narrowed !== undefined);
  const byCarrier = Map.groupBy(data.data, (claim) => claim.carrierId);
  const inOrder = data.totals.byCarrier.map((carrier) => ({
    claims: byCarrier.get(carrier.carrierId) ?? [],
    total: data.pagination.hasMore || sure === undefined ? null : carrier[SUM_OF[sure]],
  }));
  return (
    <>
      <div className={classes.sums}>
        <p>
          <span className={classes.hero}>{money(recoverable)}</span>
          <span className={classes.sure}>
            <IconCircleCheck size={18} stroke={1.75} color="var(--kind-new)" aria-hidden />
            {sure === 'certain' || sure === undefined ? (
              'Surely owed and not asked for'
            ) : (
              <TextLink to="/ask" search={(before: AskSearch) => ({ ...before, sure: undefined })}>
                Surely owed and not asked for
              </TextLink>
            )}
          </span>
        </p>
        <Apart label="Likely" amount={likely} sure="likely" isShown={sure === 'likely'} />
        <Apart label="To check" amount={toCheck} sure="to_check" isShown={sure === 'to_check'} />
        {isNarrowed && (
          <LinkButton to="/ask" size="xs" variant="default">
            Show everything
          </LinkButton>
        )}
      </div>
      {!isNarrowed && data.totals.byCarrier.length > 1 && (
        <nav aria-label="Carriers" className={classes.carriers}>
          {data.totals.byCarrier.map(({ carrierName, ...of }) => (
            <TextLink
              key={of.carrierId}
              to="/ask"
              search={(before: AskSearch) => ({ ...before, carrierId: of.carrierId })}
            >
              {carrierName} {money(of[SUM_OF[sure ?? 'certain']])}
            </TextLink>
          ))}
        </nav>
      )}
      {data.data.length === 0 && (
        <EmptyList
          icon={IconCircleCheck}
          words={
            isNarrowed || sure !== 'certain'
              ? 'Nothing of this is left to ask for.'
              : likely > 0
                ? `Nothing that is surely owed is left to ask for. ${money(likely)} is likely owed, by rates that we only think: confirm them to be sure.`
                : 'Nothing that is surely owed is left to ask for.'
          }
        >
          {!isNarrowed && sure === 'certain' && likely > 0 && (
            <LinkButton to="/rates" size="xs" variant="default">
              Confirm rates
            </LinkButton>
          )}
        </EmptyList>
      )}
      {inOrder.map(({ claims, total }) => {
        const [first] = claims;
        return first === undefined ? null : (
          <OfCarrier
            key={`${first.carrierId} ${claims.length} ${sure}`}
            claims={claims}
            total={total}
            isChosen={members !== undefined}
            onWritten={onWritten}
          />
        );
      })}
      {data.data.length > 0 && <KeysHint ticks />}
      {data.pagination.hasMore && <p>The first {CLAIMS_MAX} claims are shown. Ask for these first.</p>}
    </>
  );
}

interface ApartProps {
  readonly label: string;
  readonly amount: number;
  readonly sure: Claim['certainty'];
  readonly isShown: boolean;
}

/** A sum that is not sure, with the way to its list. */
function Apart({ label, amount, sure, isShown }: ApartProps) {
  if (amount === 0) return null;
  return (
    <p className={classes.sure}>
      <IconHelpCircle size={18} stroke={1.75} color="var(--kind-check)" aria-hidden />
      <TextLink
        to="/ask"
        search={(before: AskSearch) => ({ ...before, sure })}
        {...(isShown && { 'aria-current': 'true', fw: 600 })}
      >
        {label} {money(amount)}
      </TextLink>
    </p>
  );
}

interface OfCarrierProps {
  readonly claims: readonly Claim[];
  /** The report's sum of all these claims; null where it has none. */
  readonly total: number | null;
  /** True where a person chose the members, whose claims are ticked however sure they are. */
  readonly isChosen: boolean;
  readonly onWritten: (id: string) => void;
}

function OfCarrier({ claims, total, isChosen, onWritten }: OfCarrierProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const queries = useQueryClient();
  const [ticked, setTicked] = useState(
    () => new Set(claims.filter(({ certainty }) => isChosen || certainty === 'certain').map(({ claimId }) => claimId)),
  );
  const open = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/disputes', { body: { claimIds: [...ticked] } })),
    onSuccess: async ({ id }) => {
      onWritten(id);
      await Promise.all(['recoverable', 'disputes'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
  // A part of the list is counted: its sum is the letter's, which the service makes.
  const what = ticked.size === claims.length && total !== null ? money(total) : counted(ticked.size, 'claim');
  const tick = (claimId: string) => {
    const next = new Set(ticked);
    if (!next.delete(claimId)) next.add(claimId);
    setTicked(next);
  };
  const carrierName = claims[0]?.carrierName ?? '';
  const hasSeveral = new Set(claims.map(({ certainty }) => certainty)).size > 1;
  return (
    <section className={classes.group} aria-label={carrierName}>
      <div className={classes.groupHead}>
        <Title order={2} size="h4">
          {carrierName}
        </Title>
        {mayChange && (
          <Button
            className="no-print"
            size="xs"
            variant="outline"
            disabled={ticked.size === 0}
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            {ticked.size === 0 ? 'Write the letter' : `Write the letter for ${what}`}
          </Button>
        )}
      </div>
      {open.error !== null && <ProblemNotice title="The letter was not written" error={open.error} />}
      <Rows
        label={`What ${carrierName} owes`}
        rows={SURE.flatMap((sure) => claims.filter(({ certainty }) => certainty === sure))}
        keyOf={({ claimId }) => claimId}
        nameLabel="Person"
        nameOf={({ memberRefId, memberName, memberExternalId }) => (
          <RowLink to="/members/$id" params={{ id: memberRefId }}>
            {memberName ?? memberExternalId}
          </RowLink>
        )}
        ticks={
          mayChange
            ? {
                isTicked: ({ claimId }) => ticked.has(claimId),
                labelOf: ({ amount, memberName, memberExternalId, period }) =>
                  `Ask for ${money(amount)} for ${memberName ?? memberExternalId}, ${monthName(period)}`,
                onTick: ({ claimId }) => tick(claimId),
              }
            : null
        }
        columns={[
          hasSeveral
            ? {
                label: 'How sure',
                cell: ({ certainty, basis }) => (
                  <span title={BASIS_WORDS[basis]}>
                    <Sureness certainty={certainty} />
                  </span>
                ),
              }
            : null,
          { label: 'Month', cell: ({ period }) => shortMonthName(period) },
          { label: 'Amount', cell: ({ amount }) => money(amount), isNumber: true },
          {
            label: 'What to ask',
            cell: ({ ask }) => <span title={ask}>{ask}</span>,
            fills: true,
            isOptional: true,
          },
        ]}
      />
      <div className={classes.groupHead}>
        <span className={classes.quiet}>
          {counted(claims.length, 'claim')}, {ticked.size} ticked
        </span>
      </div>
    </section>
  );
}

function Sureness({ certainty }: { readonly certainty: Claim['certainty'] }) {
  const Icon = certainty === 'certain' ? IconCircleCheck : IconHelpCircle;
  return (
    <span className={classes.sure}>
      <Icon
        size={16}
        stroke={1.75}
        color={certainty === 'certain' ? 'var(--kind-new)' : 'var(--kind-check)'}
        aria-hidden
      />
      {CERTAINTY_WORDS[certainty]}
    </span>
  );
}

interface LettersListProps {
  readonly state: Dispute['state'];
  readonly opened: string | undefined;
  readonly onOpen: (id: string) => void;
}

const LETTERS_MAX = 200;

/** The letters in one state, the newest first. */
export function LettersList({ state, opened, onOpen }: LettersListProps) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['disputes', state],
    queryFn: () => answerOf(api.GET('/v1/disputes', { params: { query: { state, limit: LETTERS_MAX } } })),
  });
  if (error !== null) return <ProblemNotice title="The letters could not be loaded" error={error} />;
  if (data === undefined) return <RowsSkeleton />;
  if (data.data.length === 0) return <EmptyList icon={IconMail} words="No letter is here." />;
  return (
    <>
      <Rows
        label="Letters"
        rows={data.data}
        keyOf={({ id }) => id}
        active={opened}
        nameLabel="Carrier"
        nameOf={({ id, carrierName }) => <RowOpener onOpen={() => onOpen(id)}>{carrierName}</RowOpener>}
        columns={[
          { label: 'Written', cell: ({ createdAt }) => dayText(createdAt) },
          { label: 'Letter', cell: wayOf, fills: true, isOptional: true },
          { label: 'Asked', cell: ({ askedAmount }) => money(askedAmount), isNumber: true },
          { label: 'Paid so far', cell: ({ paidAmount }) => quietMoney(paidAmount), isNumber: true },
          {
            label: 'Ask again',
            cell: ({ askAgainOn }) => (askAgainOn === null ? '–' : dayText(`${askAgainOn}T12:00:00`)),
            isOptional: true,
          },
        ]}
      />
      <KeysHint closes />
      {data.pagination.hasMore && <p>The newest {LETTERS_MAX} letters are shown.</p>}
    </>
  );
}

/** Says in a few words where the letter is. */
export function wayOf({ sentAt, sentTo, withdrawnAt, closedBySystem }: Dispute): string {
  if (withdrawnAt !== null) return `Withdrawn ${dayText(withdrawnAt)}`;
  if (closedBySystem) return 'Paid by later statements';
  return sentAt === null ? 'Not sent from here' : `Sent ${dayText(sentAt)} to ${sentTo ?? ''}`;
}
