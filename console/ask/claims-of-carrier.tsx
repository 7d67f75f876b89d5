import { Button, Checkbox, Group, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { money } from '../parts/money.ts';
import { monthName } from '../parts/month-name.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import classes from '../parts/table-cells.module.css';
import { useRights } from '../session/use-rights.ts';
import { BASIS_WORDS, CERTAINTY_WORDS, type Claim } from './claim-words.ts';

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
export function ClaimsOfCarrier({ carrierName, claims, onWritten }: ClaimsOfCarrierProps) {
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
