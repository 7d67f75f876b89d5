import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { type ReactNode, useId, useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { counted } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './agents.module.css';
import { type Offer, offersOf, useAgentChange, useOpenSpellings } from './use-agents.ts';

/** The most proposals that stand above the table before somebody asks for all. */
const FIRST = 6;

/** Names on statements that are probably one person, a line each, with the reason. */
export function Proposals() {
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
