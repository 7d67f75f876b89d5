import { Button, FileButton, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi, useClient } from '../api/api.ts';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

type Imported = Schema<'ContactImport'>;
type ImportedRow = Schema<'ImportedContact'>;

/** The states of rows, with the words of an owner. Those that need a look come first. */
const STATE_WORDS: Readonly<Record<ImportedRow['state'], string>> = {
  several: 'Not clear who',
  nobody: 'On no statement',
  faulty: 'Not readable',
  changed: 'Changes',
  new: 'New',
  same: 'Known already',
};
const STATES: readonly ImportedRow['state'][] = ['several', 'nobody', 'faulty', 'changed', 'new', 'same'];
const ROWS_SHOWN = 200;

/** Reads phones and emails from the agency's own list: first says what would be written down, and then writes all of it down at once. */
export function ImportContactsScreen() {
  const api = useApi();
  const { form } = useClient();
  const queries = useQueryClient();
  const { mayChange } = useRights();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: ({ list, apply }: { readonly list: File; readonly apply: boolean }) =>
      answerOf(api.POST('/v1/members/contacts/import', { body: { file: list, apply }, ...form() })),
    onSuccess: (imported) => (imported.applied ? queries.invalidateQueries({ queryKey: ['member'] }) : undefined),
  });
  const choose = (list: File | null) => {
    if (list === null) return;
    setFile(list);
    send.mutate({ list, apply: false });
  };
  const isWriting = send.isPending && send.variables.apply;
  const imported = send.data;
  const toWrite = imported === undefined ? 0 : imported.counts.new + imported.counts.changed;
  return (
    <>
      <PageTitle
        title="Import contacts"
        lead="Phones and emails from your own list of clients, for the people of your statements."
        actions={
          <LinkButton to="/members" variant="default">
            Back to members
          </LinkButton>
        }
      />
      {!mayChange && <p>Contacts are imported by people who may change things. Ask an owner of the agency.</p>}
      {mayChange && (
        <Group gap="sm" mb="md">
          <FileButton accept=".csv,.xlsx,.xls,.txt" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant={toWrite > 0 && imported?.applied === false ? 'default' : 'filled'}
                loading={send.isPending && !isWriting}
              >
                {file === null ? 'Choose the list' : 'Choose another list'}
              </Button>
            )}
          </FileButton>
          {file !== null && imported !== undefined && !imported.applied && toWrite > 0 && (
            <Button loading={isWriting} onClick={() => send.mutate({ list: file, apply: true })}>
              Write down {counted(toWrite, 'contact')}
            </Button>
          )}
          {file !== null && <Text c="dimmed">{file.name}</Text>}
        </Group>
      )}
      {mayChange && file === null && (
        <Text maw="42rem">
          A CSV file or a workbook whose first row names the columns: Phone or Email, and Name, Member ID or Policy
          number. You see who is meant before anything is written down. A blank cell leaves what is known.
        </Text>
      )}
      {send.error !== null && <ProblemNotice title="The list could not be read" error={send.error} />}
      {imported !== undefined && <ImportedList key={String(imported.applied)} imported={imported} />}
    </>
  );
}

function ImportedList({ imported }: { readonly imported: Imported }) {
  const { counts, applied, data } = imported;
  const filled = STATES.filter((state) => counts[state] > 0);
  const [shown, setShown] = useState<string>('all');
  const rows = data.filter(({ state }) => shown === 'all' || state === shown);
  return (
    <>
      <Text role="status" fw={600} mb="sm">
        {applied
          ? `${counted(counts.new + counts.changed, 'row')} written down. ${counted(imported.rows, 'row')} in the list.`
          : `${counted(imported.rows, 'row')}: ${counts.new + counts.changed} to write down, ${counts.same} known already, ${
              counts.nobody + counts.several + counts.faulty
            } left out.`}
      </Text>
      <NativeSelect
        aria-label="Rows that are shown"
        w="fit-content"
        mb="sm"
        data={[
          { value: 'all', label: `All ${imported.rows}` },
          ...filled.map((state) => ({ value: state, label: `${STATE_WORDS[state]} ${counts[state]}` })),
        ]}
        value={shown}
        onChange={({ currentTarget }) => setShown(currentTarget.value)}
      />
      <Rows
        label="Rows of the list"
        rows={rows.slice(0, ROWS_SHOWN)}
        keyOf={({ row }) => String(row)}
        nameLabel="In the list"
        nameOf={({ name, memberId, policyNumber }) => name ?? memberId ?? policyNumber ?? 'Nobody named'}
        columns={[
          { label: 'Row', cell: ({ row }) => row, isNumber: true },
          { label: 'What', cell: ({ state }) => STATE_WORDS[state] },
          { label: 'Member', cell: (row) => <Members row={row} /> },
          { label: 'Phone', cell: (row) => <Changed now={row.phone} before={row.members[0]?.phone ?? null} /> },
          { label: 'Email', cell: (row) => <Changed now={row.email} before={row.members[0]?.email ?? null} /> },
        ]}
      />
      {rows.length > ROWS_SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {ROWS_SHOWN} of {rows.length.toLocaleString('en-US')}.
        </Text>
      )}
    </>
  );
}

function Members({ row: { members, detail } }: { readonly row: ImportedRow }) {
  if (members.length === 0) return detail ?? '–';
  return members.map(({ memberRefId, memberName, memberExternalId, carrierName }, at) => (
    <span key={memberRefId}>
      {at > 0 && ', '}
      <TextLink to="/members/$id" params={{ id: memberRefId }}>
        {memberName ?? memberExternalId}
      </TextLink>{' '}
      ({carrierName})
    </span>
  ));
}

/** A value of the list, and beside it the one that it replaces. */
function Changed({ now, before }: { readonly now: string | null; readonly before: string | null }) {
  if (now === null) return '–';
  return before === null || before === now ? now : `${now} (was ${before})`;
}
