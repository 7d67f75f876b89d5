import type { DrawnColumn, DrawnPage, DrawnText } from './draw-pages.ts';
import { dollars, type PrintedMember, sumOf } from './members.ts';

/** The columns of the usual table of members, which is drawn text by text. */

export const COLUMNS: readonly DrawnColumn[] = [
  { header: 'Member ID', x: 40 },
  { header: 'Member Name', x: 105 },
  { header: 'Plan', x: 260 },
  { header: 'Effective Date', x: 345 },
  { header: 'Commission', x: 560, align: 'right' },
];
export const AMOUNT = COLUMNS.length - 1;
export const TOP = 90;
export const PITCH = 14;

export const cellsOf = ({ id, name, plan, effective, amount }: PrintedMember) => [
  id,
  name,
  plan,
  effective,
  dollars(amount),
];

export interface GridPlace {
  readonly top?: number;
  readonly pitch?: number;
  readonly columns?: readonly DrawnColumn[];
  readonly style?: Partial<DrawnText>;
}

/** Places rows of cells below each other. */
export function grid(rows: readonly (readonly string[])[], place: GridPlace = {}): readonly DrawnText[] {
  const { top = TOP, pitch = PITCH, columns = COLUMNS, style = {} } = place;
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, at): DrawnText[] => {
      const column = columns[at];
      if (text === '' || column === undefined) return [];
      return [{ text, x: column.x, y: top + row * pitch, ...(column.align ? { align: column.align } : {}), ...style }];
    }),
  );
}

export const namesOf = (columns: readonly DrawnColumn[]) => columns.map(({ header }) => header);
export const HEAD = namesOf(COLUMNS);
export const totalOf = (members: readonly PrintedMember[], label = 'Total') => [
  label,
  '',
  '',
  '',
  dollars(sumOf(members)),
];
export const TITLES: readonly DrawnText[] = [
  { text: 'Northwind Health Plan', x: 40, y: 40 },
  { text: 'Commission Statement for January 2026', x: 40, y: 54 },
];
export const onePage = (...texts: readonly (readonly DrawnText[])[]): readonly DrawnPage[] => [
  { texts: [TITLES, ...texts].flat() },
];
