import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi, useClient } from '../api/api.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

type Imported = Schema<'PayImport'>;
type State = Schema<'ImportedPayRow'>['state'];

const STATE_WORDS: Readonly<Record<State, string>> = {
  faulty: 'Wrong',
  new: 'New agent',
  changed: 'Changes',
  same: 'Known already',
};
/** Rows that need a look come first. */
const STATES: readonly State[] = ['faulty', 'new', 'changed', 'same'];
const ROWS_SHOWN = 500;

/** Reads agents, plans and opening balances from the agency's own sheet: first says what each row changes, then stores all at once. */
export function ImportPaySheetScreen() {
  const api = useApi();
  const { form } = useClient();
  const queries = useQueryClient();
  const { mayChange } = useRights();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: ({ sheet, apply }: { readonly sheet: File; readonly apply: boolean }) =>
      answerOf(api.POST('/v1/pay-setup/import', { body: { file: sheet, apply }, ...form() })),
    onSuccess: (imported) => (imported.applied ? queries.invalidateQueries() : undefined),
  });
  const choose = (sheet: File | null) => {
    if (sheet === null) return;
    setFile(sheet);
    send.mutate({ sheet, apply: false });
  };
  const isStoring = send.isPending && send.variables.apply;
  const imported = send.data;
  const mayStore =
    imported?.applied === false && imported.counts.faulty === 0 && imported.counts.new + imported.counts.changed > 0;
  return (
    <>
      <PageTitle
        title="Import a sheet"
        lead="Agents, their shares and opening balances, from your own spreadsheet."
        actions={
          <LinkButton to="/pay/setup" variant="default">
            Back to plans
          </LinkButton>
        }
      />
      {!mayChange && <p>Sheets are imported by people who may change things. Ask an owner of the agency.</p>}
      {mayChange && (
        <Group gap="sm" mb="md">
          <FileButton accept=".csv,.xlsx,.xls,.txt" onChange={choose}>
            {(props) => (
              <Button {...props} variant={mayStore ? 'default' : 'filled'} loading={send.isPending && !isStoring}>
                {file === null ? 'Choose the sheet' : 'Choose another sheet'}
              </Button>
            )}
          </FileButton>
          {file !== null && mayStore && (
            <Button loading={isStoring} onClick={() => send.mutate({ sheet: file, apply: true })}>
              Store all of it
            </Button>
          )}
          {file !== null && <Text c="dimmed">{file.name}</Text>}
        </Group>
      )}
      {mayChange && file === null && (
        <Text maw="42rem">
          A CSV file or a workbook with a row for each agent. Its first row names the columns: Name, and any of NPN,
          Email, First year and Renewal (in per cent), Upline, Opening balance (negative: the agent owes it) and Tax
          form. You see what each row changes before anything is stored. A blank cell leaves what is known.
        </Text>
      )}
      {send.error !== null && <ProblemNotice title="The sheet could not be imported" error={send.error} />}
      {imported !== undefined && <ImportedSheet imported={imported} />}
    </>
  );
}

function ImportedSheet({ imported: { counts, applied, plans, data, rows } }: { readonly imported: Imported }) {
  const sorted = data.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || a.row - b.row);
  const parts = [
    `${counted(counts.new, 'new agent')}`,
    `${counts.changed} to change`,
    `${counts.same} known already`,
    ...(counts.faulty > 0 ? [`${counts.faulty} wrong: correct the sheet and choose it again`] : []),
  ];
  return (
    <>
      <Text role="status" fw={600} mb="sm">
        {applied
          ? `Stored: ${counted(counts.new + counts.changed, 'row')}.`
          : `${counted(rows, 'row')}: ${parts.join(', ')}.`}
      </Text>
      {plans.length > 0 && <Text mb="sm">New plans: {plans.join('; ')}.</Text>}
      <Rows
        label="Rows of the sheet"
        rows={sorted.slice(0, ROWS_SHOWN)}
        keyOf={({ row }) => String(row)}
        nameLabel="Agent"
        nameOf={({ name }) => name ?? 'Nobody named'}
        columns={[
          { label: 'Row', cell: ({ row }) => row, isNumber: true },
          { label: 'What', cell: ({ state }) => STATE_WORDS[state] },
          {
            label: 'Changes',
            cell: ({ changes, detail }) => detail ?? (changes.length === 0 ? '–' : changes.join('. ')),
          },
        ]}
      />
      {data.length > ROWS_SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {ROWS_SHOWN} of {data.length.toLocaleString('en-US')}.
        </Text>
      )}
    </>
  );
}
