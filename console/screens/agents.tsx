import { Button, TextInput } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import IconIdBadge2 from '@tabler/icons-react/icons/IconIdBadge2';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { AgentPanel } from '../agents/agent-panel.tsx';
import classes from '../agents/agents.module.css';
import { type Agent, type Offer, offersOf, useAgentChange, useAgents, useOpenSpellings } from '../agents/use-agents.ts';
import { useApi } from '../api/api.ts';
import { useHome } from '../month/use-home.ts';
import { EmptyList, KeysHint } from '../parts/list-hints.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { counted, dayText, quietCount, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

/** The value of the address that opens the form of a new agent. */
const NEW = 'new';

/** The agents of the agency, and names on statements that are probably one of them. */
export function AgentsScreen() {
  const navigate = useNavigate();
  const { mayChange } = useRights();
  const { open } = useSearch({ from: '/signed-in/agents' });
  const [text, setText] = useState('');
  const { data, error, refetch } = useAgents();
  const show = (agentId: string | undefined) =>
    void navigate({ to: '/agents', search: { open: agentId }, replace: true, resetScroll: false });
  const agents = data?.data ?? [];
  const opened = open === NEW ? null : agents.find(({ agentId }) => agentId === open);
  return (
    <>
      <PageTitle
        title="Agents"
        lead="One record for each agent, however statements write the name."
        actions={
          mayChange && (
            <Button variant="default" onClick={() => show(NEW)}>
              Add an agent
            </Button>
          )
        }
      />
      <Proposals />
      {error !== null && (
        <ProblemNotice title="The agents could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && agents.length === 0 && (
        <EmptyList
          icon={IconIdBadge2}
          words="No agent has a record yet. Names on statements become agents above, or you add one."
        />
      )}
      {agents.length > 0 && (
        <>
          <TextInput
            className="no-print"
            label="Name or NPN"
            mb="md"
            maw="18rem"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <AgentsTable agents={agents.filter(isFoundBy(text))} all={agents} onOpen={show} />
        </>
      )}
      {opened !== undefined && <AgentPanel agent={opened} agents={agents} onOpen={show} />}
    </>
  );
}

function isFoundBy(text: string): (agent: Agent) => boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ name, npn, names }) => {
    const all = [name, npn ?? '', ...names.map((one) => one.text)].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

interface AgentsTableProps {
  readonly agents: readonly Agent[];
  readonly all: readonly Agent[];
  readonly onOpen: (agentId: string) => void;
}

function AgentsTable({ agents, all, onOpen }: AgentsTableProps) {
  const { data: home } = useHome();
  const nameOf = new Map(all.map(({ agentId, name }) => [agentId, name]));
  // The home screen lists the agents with the largest pay only, so the column is left out for a longer list.
  const isWhole = home !== undefined && home.agentCount <= home.agents.length;
  const pay = new Map(home?.agents.map(({ agentRecordId, paidNet }) => [agentRecordId, paidNet]));
  const period = home?.period ?? null;
  return (
    <>
      <Rows
        label="Agents"
        rows={agents}
        keyOf={({ agentId }) => agentId}
        nameLabel="Agent"
        nameOf={({ agentId, name }) => <RowOpener onOpen={() => onOpen(agentId)}>{name}</RowOpener>}
        columns={[
          { label: 'NPN', cell: ({ npn }) => npn ?? '–', isOptional: true },
          {
            label: 'Names on statements',
            cell: ({ names }) => quietCount(names.length),
            isNumber: true,
            isOptional: true,
          },
          { label: 'Upline', cell: ({ uplineId }) => nameOf.get(uplineId ?? '') ?? '–', isOptional: true },
          {
            label: 'State',
            cell: ({ isHouse, leftFrom }) =>
              isHouse ? 'House' : leftFrom === null ? 'Active' : `Left ${shortMonthName(leftFrom)}`,
          },
          isWhole && period !== null
            ? {
                label: `Paid by carriers, ${shortMonthName(period)}`,
                cell: ({ agentId }) => quietMoney(pay.get(agentId) ?? 0),
                isNumber: true,
              }
            : null,
          {
            label: 'Tax form',
            cell: ({ taxFormOn }) => (taxFormOn === null ? '–' : dayText(`${taxFormOn}T12:00:00`)),
          },
        ]}
      />
      <p className={classes.quiet}>
        {counted(agents.length, 'agent')} · <KeysHint closes />
      </p>
    </>
  );
}

/** The most proposals that stand above the table before somebody asks for all. */
const FIRST = 6;

/** Names on statements that are probably one person, a line each, with the reason. */
function Proposals() {
  const api = useApi();
  const { mayChange } = useRights();
  const { data, error } = useOpenSpellings();
  const join = useAgentChange((proposalId: string | undefined) =>
    answerOf(api.POST('/v1/agents/proposals/accept', { body: proposalId === undefined ? {} : { proposalId } })),
  );
  const refuse = useAgentChange((proposalId: string) =>
    answerOf(api.POST('/v1/agents/proposals/refuse', { body: { proposalId } })),
  );
  if (error !== null) return <ProblemNotice title="The names on statements could not be loaded" error={error} />;
  const offers = offersOf(data?.data ?? []);
  const hasSure = offers.some(({ isSure }) => isSure);
  const [singles, pairs] = [offers.filter(({ isSingle }) => isSingle), offers.filter(({ isSingle }) => !isSingle)];
  const line = (offer: Offer) => (
    <OfferLine
      key={offer.proposalId}
      offer={offer}
      isBusy={join.isPending || refuse.isPending}
      onJoin={mayChange ? () => join.mutate(offer.proposalId) : null}
      onRefuse={mayChange && !offer.isSure ? () => refuse.mutate(offer.proposalId) : null}
    />
  );
  const joinAll = (words: string) => (
    <Button size="xs" loading={join.isPending} onClick={() => join.mutate(undefined)}>
      {words}
    </Button>
  );
  const done = join.data;
  return (
    <>
      {done !== undefined && <p role="status">{doneWords(done)}</p>}
      {join.error !== null && <ProblemNotice title="Nothing was joined" error={join.error} />}
      {refuse.error !== null && <ProblemNotice title="It is still proposed" error={refuse.error} />}
      <OfferBox
        title="The same person?"
        offers={pairs}
        line={line}
        action={mayChange && hasSure && pairs.length > 0 && joinAll('Join all sure ones')}
      />
      <OfferBox
        title="New names on statements"
        offers={singles}
        line={line}
        action={mayChange && hasSure && pairs.length === 0 && joinAll('Add all')}
      />
      {data?.pagination.hasMore === true && <p className={classes.note}>Join these first; further names follow.</p>}
    </>
  );
}

/** Says what was joined, without parts of nothing. */
function doneWords({ names, created, completed }: Schema<'AcceptedProposals'>): string {
  const parts = [
    created > 0 ? counted(created, 'new agent') : null,
    completed > 0 ? `${counted(completed, 'agent')} completed` : null,
  ].filter((part) => part !== null);
  return `${counted(names, 'name')} joined${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}

interface OfferBoxProps {
  readonly title: string;
  readonly offers: readonly Offer[];
  readonly line: (offer: Offer) => ReactNode;
  readonly action: ReactNode;
}

/** Proposals of one kind under their title. The first few are shown until somebody asks for all. */
function OfferBox({ title, offers, line, action }: OfferBoxProps) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  if (offers.length === 0) return null;
  return (
    <section className={`${classes.box} ${classes.offers}`} aria-labelledby={id}>
      <div className={classes.boxHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <ul className={classes.lines}>{(isWhole ? offers : offers.slice(0, FIRST)).map(line)}</ul>
      {offers.length > FIRST && !isWhole && (
        <Button size="xs" variant="subtle" className={classes.more} onClick={() => setWhole(true)}>
          Show all {offers.length}
        </Button>
      )}
    </section>
  );
}

interface OfferLineProps {
  readonly offer: Offer;
  readonly isBusy: boolean;
  /** Null where the person may not change anything. */
  readonly onJoin: (() => void) | null;
  /** Null also for a sure proposal. */
  readonly onRefuse: (() => void) | null;
}

function OfferLine({ offer, isBusy, onJoin, onRefuse }: OfferLineProps) {
  const { name, texts, carriers, reason, isSure, isSingle } = offer;
  return (
    <li className={classes.offer}>
      <span className={classes.certainty}>
        {isSure ? (
          <IconCircleCheck size={16} stroke={1.75} color="var(--kind-new)" aria-hidden />
        ) : (
          <IconHelpCircle size={16} stroke={1.75} color="var(--kind-check)" aria-hidden />
        )}
        {isSure ? 'Sure' : 'Maybe'}
      </span>
      <span className={classes.texts}>
        <b>{texts.join(' = ')}</b>
      </span>
      <span className={classes.quiet} title={carriers.join(', ')}>
        {carriers.join(', ')}
      </span>
      {!isSingle && <span className={classes.reason}>{reason}</span>}
      <span className={classes.buttonsOfOffer}>
        {onRefuse !== null && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isBusy}
            aria-label={`${texts.join(' and ')} are two agents`}
            onClick={onRefuse}
          >
            Two agents
          </Button>
        )}
        {onJoin !== null && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isBusy}
            aria-label={isSingle ? `Add ${name}` : `Join ${texts.join(' and ')}`}
            onClick={onJoin}
          >
            {isSingle ? 'Add' : 'Join'}
          </Button>
        )}
      </span>
    </li>
  );
}
