import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { dayText, money } from '../parts/shown-values.ts';
import classes from './ask.module.css';
import type { Dispute } from './ask-words.ts';

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
  if (data === undefined) return <Skeleton height={180} />;
  if (data.data.length === 0) return <p>No letter is here.</p>;
  return (
    <div className={classes.group}>
      <table className={classes.list} aria-label="Letters">
        <colgroup>
          <col className={classes.who} />
          <col className={classes.short} />
          <col />
          <col className={classes.money} />
          <col className={classes.money} />
          <col className={`${classes.short} ${classes.optional}`} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            <th scope="col">Written</th>
            <th scope="col">Letter</th>
            <th scope="col" className={classes.number}>
              Asked
            </th>
            <th scope="col" className={classes.number}>
              Paid so far
            </th>
            <th scope="col" className={classes.optional}>
              Ask again
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((dispute) => (
            <tr key={dispute.id} {...(dispute.id === opened && { 'data-active': true })}>
              <th scope="row">
                <button type="button" className={classes.open} onClick={() => onOpen(dispute.id)}>
                  {dispute.carrierName}
                </button>
              </th>
              <td data-name="Written">{dayText(dispute.createdAt)}</td>
              <td className={classes.quiet}>{wayOf(dispute)}</td>
              <td className={classes.number} data-name="Asked">
                {money(dispute.askedAmount)}
              </td>
              <td className={classes.number} data-name="Paid so far">
                {dispute.paidAmount === 0 ? '–' : money(dispute.paidAmount)}
              </td>
              <td className={classes.optional} data-name="Ask again">
                {dispute.askAgainOn === null ? '–' : dayText(`${dispute.askAgainOn}T12:00:00`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.pagination.hasMore && <p>The newest {LETTERS_MAX} letters are shown.</p>}
    </div>
  );
}

/** Says in a few words where the letter is. */
export function wayOf({ sentAt, sentTo, withdrawnAt, closedBySystem }: Dispute): string {
  if (withdrawnAt !== null) return `Withdrawn ${dayText(withdrawnAt)}`;
  if (closedBySystem) return 'Paid by later statements';
  return sentAt === null ? 'Not sent from here' : `Sent ${dayText(sentAt)} to ${sentTo ?? ''}`;
}
