import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
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
  const [isWhole, setWhole] = useState(false);
  const join = useAgentChange((proposalId: string | undefined) =>
    answerOf(api.POST('/v1/agents/proposals/accept', { body: proposalId === undefined ? {} : { proposalId } })),
  );
  const refuse = useAgentChange((proposalId: string) =>
    answerOf(api.POST('/v1/agents/proposals/refuse', { body: { proposalId } })),
  );
  if (error !== null) return <ProblemNotice title="The names on statements could not be loaded" error={error} />;
  const offers = offersOf(data?.data ?? []);
  const hasSure = offers.some(({ isSure }) => isSure);
  const done = join.data;
  return (
    <>
      {done !== undefined && (
        <p role="status">
          {counted(done.names, 'name')} joined: {counted(done.created, 'new agent')}, {counted(done.completed, 'agent')}{' '}
          completed.
        </p>
      )}
      {join.error !== null && <ProblemNotice title="Nothing was joined" error={join.error} />}
      {refuse.error !== null && <ProblemNotice title="It is still proposed" error={refuse.error} />}
      {offers.length > 0 && (
        <section className={`${classes.box} ${classes.offers}`} aria-labelledby="same-person">
          <div className={classes.boxHead}>
            <h2 id="same-person">The same person?</h2>
            {mayChange && hasSure && (
              <Button size="xs" loading={join.isPending} onClick={() => join.mutate(undefined)}>
                Join all sure ones
              </Button>
            )}
          </div>
          <ul className={classes.lines}>
            {(isWhole ? offers : offers.slice(0, FIRST)).map((offer) => (
              <OfferLine
                key={offer.proposalId}
                offer={offer}
                isBusy={join.isPending || refuse.isPending}
                onJoin={mayChange ? () => join.mutate(offer.proposalId) : null}
                onRefuse={mayChange && !offer.isSure ? () => refuse.mutate(offer.proposalId) : null}
              />
            ))}
          </ul>
          {offers.length > FIRST && !isWhole && (
            <Button size="xs" variant="subtle" className={classes.more} onClick={() => setWhole(true)}>
              Show all {offers.length}
            </Button>
          )}
          {data?.pagination.hasMore === true && isWhole && (
            <p className={classes.note}>Join these first; further names follow.</p>
          )}
        </section>
      )}
    </>
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
      <span className={classes.texts} title={texts.join(' = ')}>
        <b>{texts.join(' = ')}</b>
      </span>
      <span className={classes.quiet} title={carriers.join(', ')}>
        {carriers.join(', ')}
      </span>
      <span className={classes.quiet} title={reason}>
        {reason}
      </span>
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
    </li>
  );
}
