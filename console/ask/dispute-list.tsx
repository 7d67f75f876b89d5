import { Button, Group, Select, Table, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { dayText } from '../parts/date-text.ts';
import { money } from '../parts/money.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { Scrolling } from '../parts/scrolling.tsx';
import classes from '../parts/table-cells.module.css';
import { useRights } from '../session/use-rights.ts';
import { type Dispute, STATE_WORDS } from './claim-words.ts';

const STATES = ['asked', 'answered', 'paid', 'refused'] as const satisfies readonly Dispute['state'][];

interface DisputeListProps {
  /** The number of letters that were written since the screen was opened. When it grows, the list scrolls into view. */
  readonly written: number;
}

/** Lists the letters that asked for claims, each with its workbook and its outcome. */
export function DisputeList({ written }: DisputeListProps) {
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
