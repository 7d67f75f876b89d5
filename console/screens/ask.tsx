import { Button, Checkbox, Group, Select, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { Scrolling } from '../parts/scrolling.tsx';
import { dayText, money, monthName } from '../parts/shown-values.ts';
import classes from '../parts/table-cells.module.css';
import { useRights } from '../session/use-session.ts';

export type Claim = components['schemas']['Claim'];
export type Dispute = components['schemas']['Dispute'];

/** The certainty of a claim, in words for the owner. */
export const CERTAINTY_WORDS: Readonly<Record<Claim['certainty'], string>> = {
  certain: 'Certain',
  likely: 'Likely: check it first',
  to_check: 'A question',
};

/** The basis of a claim, in words for the owner. */
export const BASIS_WORDS: Readonly<Record<Claim['basis'], string>> = {
  contracted: 'by your contracted rate',
  statement_rate: "by the statement's own rate",
  statements: "by the carrier's statements",
  cms: 'by the Medicare rate',
  earlier_pay: 'by what was paid before',
  estimated: 'by what comparable members are paid',
};

export const STATE_WORDS: Readonly<Record<Dispute['state'], string>> = {
  asked: 'Asked',
  answered: 'Answered',
  paid: 'Paid',
  refused: 'Refused',
};

/** The most claims that one page of the report has. */
const CLAIMS_MAX = 500;

/** Shows the money that carriers still owe, by carrier, with letters to write and the outcomes of earlier letters. */
export function AskScreen() {
  const api = useApi();
  const [written, setWritten] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['recoverable'],
    queryFn: () => answerOf(api.GET('/v1/reports/recoverable', { params: { query: { limit: CLAIMS_MAX } } })),
  });
  if (data === undefined) return <NotLoaded title="The claims could not be loaded" error={error} onRetry={refetch} />;
  const { recoverable, estimated, asked } = data.totals;
  const lead =
    data.data.length === 0
      ? 'Nothing is open: no carrier owes you money by your rates and statements.'
      : `${money(recoverable)} to ask for in the last twelve months${estimated > 0 ? `, and ${money(estimated)} to check` : ''}.${asked > 0 ? ` ${money(asked)} of it is asked for already.` : ''}`;
  const byCarrier = Map.groupBy(data.data, ({ carrierId }) => carrierId);
  return (
    <>
      <PageTitle title="Money to ask" lead={lead} />
      {[...byCarrier.values()].map((claims) => {
        const [first] = claims;
        return first === undefined ? null : (
          <ClaimsOfCarrier
            key={`${first.carrierId} ${claims.map(({ disputeId }) => disputeId ?? '-').join(' ')}`}
            carrierName={first.carrierName}
            claims={claims}
            onWritten={() => setWritten((letters) => letters + 1)}
          />
        );
      })}
      {data.pagination.hasMore && <p>The first {CLAIMS_MAX} claims are shown. Ask for these first.</p>}
      <DisputeList written={written} />
    </>
  );
}

interface ClaimsOfCarrierProps {
  readonly carrierName: string;
  readonly claims: readonly Claim[];
  /** Called when a letter is in the list of letters. */
  readonly onWritten: () => void;
}

/**
 * Shows the open claims against one carrier, from which a person ticks those to ask for together. Only certain claims are ticked at first.
 * A claim that was asked for has no box, because a claim is in one letter only.
 */
function ClaimsOfCarrier({ carrierName, claims, onWritten }: ClaimsOfCarrierProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const queries = useQueryClient();
  const [ticked, setTicked] = useState(
    () =>
      new Set(
        claims
          .filter(({ certainty, disputeId }) => certainty === 'certain' && disputeId === null)
          .map(({ claimId }) => claimId),
      ),
  );
  const open = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/disputes', { body: { claimIds: [...ticked] } })),
    onSuccess: async () => {
      await Promise.all(['recoverable', 'disputes'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
      onWritten();
    },
  });
  const chosen = claims.filter(({ claimId }) => ticked.has(claimId));
  const sum = chosen.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  const tick = (claimId: string) => {
    const next = new Set(ticked);
    if (!next.delete(claimId)) next.add(claimId);
    setTicked(next);
  };
  return (
    <section aria-label={carrierName}>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2} size="h4">
          {carrierName}
        </Title>
        {mayChange && claims.some(({ disputeId }) => disputeId === null) && (
          <Button disabled={chosen.length === 0} loading={open.isPending} onClick={() => open.mutate()}>
            Write the letter for {money(sum)}
          </Button>
        )}
      </Group>
      {open.error !== null && <ProblemNotice title="The letter was not written" error={open.error} />}
      <Scrolling label={`What ${carrierName} owes`}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {mayChange && <Table.Th scope="col">Ask</Table.Th>}
              <Table.Th scope="col">Member</Table.Th>
              <Table.Th scope="col">Month</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                Amount
              </Table.Th>
              <Table.Th scope="col">What to ask</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {claims.map((claim) => (
              <Table.Tr key={claim.claimId}>
                {mayChange && (
                  <Table.Td>
                    {claim.disputeId === null ? (
                      <Checkbox
                        checked={ticked.has(claim.claimId)}
                        onChange={() => tick(claim.claimId)}
                        aria-label={`Ask for ${money(claim.amount)} for ${claim.memberName ?? claim.memberExternalId}, ${monthName(claim.period)}`}
                      />
                    ) : (
                      'Asked'
                    )}
                  </Table.Td>
                )}
                <Table.Th scope="row" fw={500}>
                  <TextLink to="/members/$id" params={{ id: claim.memberRefId }}>
                    {claim.memberName ?? claim.memberExternalId}
                  </TextLink>
                </Table.Th>
                <Table.Td>{monthName(claim.period)}</Table.Td>
                <Table.Td className={classes.number}>{money(claim.amount)}</Table.Td>
                <Table.Td className={classes.sentence}>
                  {claim.ask}
                  <Text size="xs" c="dimmed">
                    {CERTAINTY_WORDS[claim.certainty]}, {BASIS_WORDS[claim.basis]}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
    </section>
  );
}

const STATES = ['asked', 'answered', 'paid', 'refused'] as const satisfies readonly Dispute['state'][];

interface DisputeListProps {
  /** The number of letters that were written since the screen was opened. When it grows, the list scrolls into view. */
  readonly written: number;
}

/** Lists the letters that asked for claims, each with its workbook and its outcome. */
function DisputeList({ written }: DisputeListProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (written > 0) heading.current?.focus();
  }, [written]);
  const { data, error } = useQuery({
    queryKey: ['disputes'],
    queryFn: () => answerOf(api.GET('/v1/disputes', { params: { query: { limit: 200 } } })),
  });
  const change = useMutation({
    mutationFn: ({ id, state }: { readonly id: string; readonly state: Dispute['state'] }) =>
      answerOf(api.PATCH('/v1/disputes/{disputeId}', { params: { path: { disputeId: id } }, body: { state } })),
    // The claims of a closed dispute may be asked for again.
    onSuccess: () =>
      Promise.all(['recoverable', 'disputes'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  if (error !== null) return <ProblemNotice title="The letters could not be loaded" error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  const saveLetter = async ({ id, carrierName }: Dispute) => {
    const letter = await answerOf(
      api.GET('/v1/disputes/{disputeId}/letter', { params: { path: { disputeId: id } }, parseAs: 'text' }),
    );
    saveFile(new Blob([letter], { type: 'text/plain' }), `letter-${carrierName}.txt`);
  };
  const saveWorkbook = async ({ id, carrierName }: Dispute) => {
    const { data: bytes } = await api.GET('/v1/disputes/{disputeId}/workbook', {
      params: { path: { disputeId: id } },
      headers: AS_WORKBOOK,
      parseAs: 'blob',
    });
    if (bytes instanceof Blob) saveFile(bytes, `rows-${carrierName}.xlsx`);
  };
  return (
    <section aria-label="Letters">
      <Title order={2} size="h4" mt="xl" mb="xs" ref={heading} tabIndex={-1}>
        Already asked for
      </Title>
      {change.error !== null && <ProblemNotice title="The state was not changed" error={change.error} />}
      <Scrolling label="Already asked for">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Carrier</Table.Th>
              <Table.Th scope="col">Written</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                Asked
              </Table.Th>
              <Table.Th scope="col" className={classes.number}>
                Came back
              </Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col">To send</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((dispute) => (
              <Table.Tr key={dispute.id}>
                <Table.Th scope="row" fw={500}>
                  {dispute.carrierName}
                </Table.Th>
                <Table.Td>{dayText(dispute.createdAt)}</Table.Td>
                <Table.Td className={classes.number}>{money(dispute.askedAmount)}</Table.Td>
                <Table.Td className={classes.number}>{money(dispute.recoveredAmount)}</Table.Td>
                <Table.Td>
                  {mayChange ? (
                    <Select
                      aria-label={`State of the letter to ${dispute.carrierName}`}
                      data={STATES.map((state) => ({ value: state, label: STATE_WORDS[state] }))}
                      value={dispute.state}
                      allowDeselect={false}
                      onChange={(text) => {
                        const state = STATES.find((known) => known === text);
                        if (state !== undefined) change.mutate({ id: dispute.id, state });
                      }}
                    />
                  ) : (
                    STATE_WORDS[dispute.state]
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Button variant="default" size="xs" onClick={() => void saveLetter(dispute)}>
                      Letter
                    </Button>
                    <Button variant="default" size="xs" onClick={() => void saveWorkbook(dispute)}>
                      Workbook
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
    </section>
  );
}
