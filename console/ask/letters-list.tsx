import IconMail from '@tabler/icons-react/icons/IconMail';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { EmptyList } from '../parts/empty-list.tsx';
import { KeysHint } from '../parts/keys-hint.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { dayText, money, quietMoney } from '../parts/shown-values.ts';
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
