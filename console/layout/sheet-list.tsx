import { Checkbox, NativeSelect, Table } from '@mantine/core';
import { counted, money } from '../parts/money.ts';
import type { Preview } from './role-labels.ts';
import type { PreviewChoice } from './use-preview.ts';

interface SheetListProps {
  readonly preview: Preview;
  readonly choice: PreviewChoice;
  readonly onChoose: (choice: PreviewChoice) => void;
}

/** The sheets of a workbook with their rows and sums: which one is shown, and which ones are read. */
export function SheetList({ preview: { sheet, sheets, sheetSums }, choice, onChoose }: SheetListProps) {
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
