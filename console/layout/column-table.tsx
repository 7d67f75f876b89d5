import { NativeSelect, Text } from '@mantine/core';
import classes from './layout.module.css';
import { NOT_READ, type Preview, type PreviewColumn, ROLE_LABELS, type Role, roleOf } from './role-labels.ts';

const OPTIONS = [
  { value: '', label: NOT_READ },
  ...Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label })),
];

interface ColumnTableProps {
  readonly preview: Preview;
  readonly onChoose: (index: number, role: Role | null) => void;
}

/** The first rows of the sheet, with a select above each column that says what the column means. */
export function ColumnTable({ preview: { columns, rows, headerRow }, onChoose }: ColumnTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has only a keyboard must be able to scroll a wide table.
    <section className={classes.sheet} tabIndex={0} aria-label="The first rows of the file">
      <table className={classes.table}>
        <thead>
          <tr>
            <td className={classes.rowNumber} />
            {columns.map((column) => (
              <th key={column.index} scope="col" className={classes.choice} data-unsure={isUnsure(column) || undefined}>
                <ColumnChoice column={column} onChoose={onChoose} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row} data-header={row === headerRow || undefined}>
              <td className={classes.rowNumber}>{row}</td>
              {columns.map(({ index }) => (
                <td key={index}>{cells[index] ?? ''}</td>
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
