import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi, useClient } from '../api/api.ts';
import { CutRows, ImportScreen } from '../parts/import-screen.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Rows } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';

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

/** Reads agents, plans and opening balances from the agency's own sheet. */
export function ImportPaySheetScreen() {
  const api = useApi();
  const { form } = useClient();
  const queries = useQueryClient();
  return (
    <ImportScreen<Imported>
      title="Import a sheet"
      lead="Agents, their shares and opening balances, from your own spreadsheet."
      back={
        <LinkButton to="/pay/setup" variant="default">
          Back to plans
        </LinkButton>
      }
      file="sheet"
      refusal="Sheets are imported by people who may change things. Ask an owner of the agency."
      columns="A CSV file or a workbook with a row for each agent. Its first row names the columns: Name, and any of NPN, Email, First year and Renewal (in per cent), Upline, Opening balance (negative: the agent owes it) and Tax form. You see what each row changes before anything is stored. A blank cell leaves what is known."
      faultTitle="The sheet could not be imported"
      send={(file, apply) => answerOf(api.POST('/v1/pay-setup/import', { body: { file, apply }, ...form() }))}
      onStored={() => queries.invalidateQueries()}
      storeLabel={({ counts }) => (counts.faulty === 0 && counts.new + counts.changed > 0 ? 'Store all of it' : null)}
    >
      {(imported) => <ImportedSheet imported={imported} />}
    </ImportScreen>
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
      <CutRows shown={ROWS_SHOWN} rows={data.length} />
    </>
  );
}
