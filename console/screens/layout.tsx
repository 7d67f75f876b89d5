import { Alert, Checkbox, NativeSelect, Table, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useDropEntries } from '../drop/drop-context.tsx';
import type { DropEntry } from '../drop/drop-entry.ts';
import { type PreviewChoice, SaveLayout, usePreview } from '../drop/save-layout.tsx';
import classes from '../layout/layout.module.css';
import {
  inOwnersWords,
  LOST_IDS,
  LOST_IDS_TITLE,
  NOT_READ,
  type Preview,
  type PreviewColumn,
  ROLE_LABELS,
  type Role,
  roleOf,
  saysLost,
} from '../layout/role-labels.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadingNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { counted, money } from '../parts/shown-values.ts';

const UNTOUCHED: PreviewChoice = { sheet: null, sheets: null, columns: null };

/** Shows a statement of a layout that no format reads. The person says what its columns mean. */
export function LayoutScreen() {
  const { draft } = useParams({ from: '/signed-in/layout/$draft' });
  const entry = useDropEntries().find(({ id }) => id === draft) ?? null;
  if (entry === null)
    return (
      <>
        <PageTitle
          title="The file is not here any more"
          lead="The list of files to add does not have it: it was left out, or chosen in another browser."
        />
        <LinkButton to="/drop">Drop it again</LinkButton>
      </>
    );
  return <Layout entry={entry} />;
}

function Layout({ entry }: { readonly entry: DropEntry }) {
  const [choice, setChoice] = useState<PreviewChoice>(UNTOUCHED);
  const { data: preview, error, isFetching, refetch } = usePreview(entry.id, entry.file, choice);
  const choose = (index: number, role: Role | null) => {
    if (preview !== undefined) setChoice({ ...choice, columns: chosenColumns(preview, index, role) });
  };
  return (
    <>
      <PageTitle title="How is this statement read?" lead={entry.file.name} />
      <div className={classes.steps}>
        <Text>
          These are the first rows of your file. Above each column you see what it seems to be. Change what is wrong;
          columns that are not needed stay as they are.
        </Text>
        {error !== null && (
          <ProblemNotice title="That choice does not work" error={error} onRetry={() => void refetch()} />
        )}
        {preview === undefined && error === null && <LoadingNotice text="Reading the file …" />}
        {preview !== undefined && (
          <>
            {preview.sheets.length > 1 && <SheetList preview={preview} choice={choice} onChoose={setChoice} />}
            <ColumnTable preview={preview} onChoose={choose} />
            <div aria-busy={isFetching}>
              <ReadTotals preview={preview} />
            </div>
            <SaveLayout entry={entry} preview={preview} />
          </>
        )}
      </div>
    </>
  );
}

/**
 * Returns all columns with the changed one. A column that had the meaning before loses it, because only amounts may be in several columns.
 */
function chosenColumns({ columns }: Preview, index: number, role: Role | null) {
  return columns.map((column) => {
    if (column.index === index) return { index, role };
    const isTaken = role !== null && role !== 'commission_amount' && column.role === role;
    return { index: column.index, role: isTaken ? null : column.role };
  });
}

interface SheetListProps {
  readonly preview: Preview;
  readonly choice: PreviewChoice;
  readonly onChoose: (choice: PreviewChoice) => void;
}

/** The sheets of a workbook with their rows and sums: which one is shown, and which ones are read. */
function SheetList({ preview: { sheet, sheets, sheetSums }, choice, onChoose }: SheetListProps) {
  const sumOf = (name: string) => sheetSums.find((one) => one.name === name);
  const read = choice.sheets ?? readSheets(sheet, sheetSums);
  const show = (name: string) =>
    onChoose({ sheet: name, sheets: read.includes(name) ? choice.sheets : null, columns: null });
  const toggle = (name: string) => {
    const names = read.includes(name) ? read.filter((one) => one !== name) : [...read, name];
    const [first] = names;
    if (first === undefined) return;
    const isShownRead = sheet !== null && names.includes(sheet);
    onChoose({ sheet: isShownRead ? sheet : first, sheets: names, columns: isShownRead ? choice.columns : null });
  };
  return (
    <div>
      <NativeSelect
        label="Sheet"
        maw={300}
        data={[...sheets]}
        value={sheet ?? ''}
        onChange={({ currentTarget }) => show(currentTarget.value)}
      />
      <Table mt="xs" w="auto" aria-label="The sheets of the workbook">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Is read</Table.Th>
            <Table.Th>Rows with amounts</Table.Th>
            <Table.Th>Sum</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheets.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Checkbox label={name} checked={read.includes(name)} onChange={() => toggle(name)} />
              </Table.Td>
              <Table.Td>{counted(sumOf(name)?.rows ?? 0, 'row')}</Table.Td>
              <Table.Td>{money(sumOf(name)?.total ?? 0)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Returns the sheets that the service read; before it could read any, the shown one. */
function readSheets(shown: string | null, sums: Preview['sheetSums']): readonly string[] {
  const read = sums.filter(({ isRead }) => isRead).map(({ name }) => name);
  return read.length > 0 || shown === null ? read : [shown];
}

const OPTIONS = [
  { value: '', label: NOT_READ },
  ...Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label })),
];

interface ColumnTableProps {
  readonly preview: Preview;
  readonly onChoose: (index: number, role: Role | null) => void;
}

/** The first rows of the sheet, with a select above each column that says what the column means. */
function ColumnTable({ preview: { columns, rows, headerRow }, onChoose }: ColumnTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has only a keyboard must be able to scroll a wide table.
    <section className={classes.sheet} tabIndex={0} aria-label="The first rows of the file">
      <table className={classes.table}>
        <thead>
          <tr>
            <td className={classes.rowNumber} />
            {columns.map((column) => (
              <th
                key={column.index}
                scope="col"
                className={classes.choice}
                data-unsure={isUnsure(column) || undefined}
                data-money={isMoney(column) || undefined}
              >
                <ColumnChoice column={column} onChoose={onChoose} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr
              key={row}
              data-header={row === headerRow || undefined}
              data-title={(headerRow !== null && row < headerRow) || undefined}
            >
              <td className={classes.rowNumber}>{row}</td>
              {columns.map((column) => (
                <td key={column.index} data-money={isMoney(column) || undefined}>
                  {cells[column.index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** True for a column with a meaning that a person should look at. */
function isUnsure({ role, isCertain }: PreviewColumn): boolean {
  return role !== null && !isCertain;
}

/** True for the column of the commission, which stays in view while a wide table scrolls. */
const isMoney = ({ role, alsoRoles }: PreviewColumn): boolean =>
  role === 'commission_amount' || alsoRoles.includes('commission_amount');

interface ColumnChoiceProps {
  readonly column: PreviewColumn;
  readonly onChoose: (index: number, role: Role | null) => void;
}

function ColumnChoice({ column, onChoose }: ColumnChoiceProps) {
  const { index, header, role, alsoRoles, reason } = column;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`What is the column ${header ?? index + 1}?`}
        data={OPTIONS}
        value={role ?? ''}
        onChange={({ currentTarget }) => onChoose(index, roleOf(currentTarget.value))}
      />
      {alsoRoles.length > 0 && (
        <Text size="xs" fw={400}>
          and {alsoRoles.map((also) => ROLE_LABELS[also].toLowerCase()).join(', ')}
        </Text>
      )}
      {isUnsure(column) && (
        <Text size="xs" fw={400} c="yellow">
          Please check. {reason}
        </Text>
      )}
    </>
  );
}

const FAILURES_SHOWN = 5;

/** Shows the total that the statement prints beside the total that the service read, so that people notice a wrong column. */
function ReadTotals({ preview: { statement, isComplete, notes } }: { readonly preview: Preview }) {
  if (statement === null)
    return (
      <>
        <Alert color="yellow" title="It cannot be read yet">
          {isComplete
            ? inOwnersWords(notes.at(-1) ?? '')
            : 'Choose at least the columns "Member number" and "Commission paid".'}
        </Alert>
        {notes.some(saysLost) && <LostIds />}
      </>
    );
  const { commissionTotal, printedTotal, totalsMatch, members, failed, failures, warnings } = statement;
  // The totals themselves are compared above.
  const others = warnings.filter(({ code }) => code !== 'footer_variance');
  return (
    <div>
      <dl className={classes.totals}>
        <div>
          <dt>Total that was read</dt>
          <dd>{money(commissionTotal)}</dd>
        </div>
        <div>
          <dt>Total printed on the statement</dt>
          <dd>{printedTotal === null ? 'none' : money(printedTotal)}</dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd>{members}</dd>
        </div>
      </dl>
      {totalsMatch === true && (
        <Text c="green" role="status" mt="xs">
          ✓ Both totals are the same.
        </Text>
      )}
      {totalsMatch === false && (
        <Alert color="orange" title="The totals differ" mt="xs">
          Perhaps another column is the commission, a second one belongs to it, or another sheet is to be read.
        </Alert>
      )}
      {totalsMatch === null && (
        <Text c="dimmed" mt="xs">
          The statement prints no total. Compare the one that was read with your payment.
        </Text>
      )}
      {others.length > 0 && (
        <Alert color="yellow" title="Look at this" mt="xs">
          {others.map(({ code, detail }) => (
            <Text key={code} size="sm">
              {inOwnersWords(detail)}
            </Text>
          ))}
        </Alert>
      )}
      {failed > 0 && (
        <Alert color="yellow" title={`${counted(failed, 'row')} cannot be read`} mt="xs">
          <ul>
            {failures.slice(0, FAILURES_SHOWN).map(({ row, errors }) => (
              <li key={row}>
                Row {row}: {errors.map(inOwnersWords).join(' ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {failures.some(({ errors }) => errors.some(saysLost)) && <LostIds />}
    </div>
  );
}

function LostIds() {
  return (
    <Alert color="orange" title={LOST_IDS_TITLE} mt="xs">
      {LOST_IDS}
    </Alert>
  );
}
