import { NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi, useClient } from '../api/api.ts';
import { CutRows, ImportScreen } from '../parts/import-screen.tsx';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { Rows } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';

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

/** Reads phones and emails from the agency's own list. */
export function ImportContactsScreen() {
  const api = useApi();
  const { form } = useClient();
  const queries = useQueryClient();
  return (
    <ImportScreen<Imported>
      title="Import contacts"
      lead="Phones and emails from your own list of clients, for the people of your statements."
      back={
        <LinkButton to="/members" variant="default">
          Back to members
        </LinkButton>
      }
      file="list"
      refusal="Contacts are imported by people who may change things. Ask an owner of the agency."
      columns="A CSV file or a workbook whose first row names the columns: Phone or Email, and Name, Member ID or Policy number. You see who is meant before anything is written down. A blank cell leaves what is known."
      faultTitle="The list could not be read"
      send={(file, apply) => answerOf(api.POST('/v1/members/contacts/import', { body: { file, apply }, ...form() }))}
      onStored={() => queries.invalidateQueries({ queryKey: ['member'] })}
      storeLabel={({ counts }) => {
        const toWrite = counts.new + counts.changed;
        return toWrite === 0 ? null : `Write down ${counted(toWrite, 'contact')}`;
      }}
    >
      {(imported) => <ImportedList key={String(imported.applied)} imported={imported} />}
    </ImportScreen>
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
      <CutRows shown={ROWS_SHOWN} rows={rows.length} />
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
