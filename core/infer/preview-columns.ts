import { COLUMN_NAMES, type ColumnName, type ColumnSource, type StatementConfig } from '../statement/config.ts';
import type { Inference } from './infer-config.ts';

/** Describes the columns of a file for a person: the header, its likely meaning, and the reason for doubt. */

/** A person's choice for one column. */
export interface ChosenColumn {
  /** 0-based position in the sheet. */
  readonly index: number;
  /** The field that the column holds; null leaves the column out. */
  readonly role: ColumnName | null;
}

/** A column of a preview. */
export interface PreviewColumn {
  /** 0-based position in the sheet. */
  readonly index: number;
  /** Null for a column without a header. */
  readonly header: string | null;
  /** The field that the column holds; null when the column is not read. */
  readonly role: ColumnName | null;
  /** Further fields of the column, such as a policy number that is the member's id too. */
  readonly alsoRoles: readonly ColumnName[];
  /** From 0 to 1; 1 for a field that a person chose, and 0 without a field. */
  readonly confidence: number;
  /** False when a person should check the field. */
  readonly isCertain: boolean;
  /** A sentence about the doubt, or about the reason why the column is not read; null without one. */
  readonly reason: string | null;
}

/** Minimum score of a field that needs no check by a person. Formats have the same minimum. */
const CERTAIN_MIN = 0.8;

interface NamedColumn {
  readonly index: number;
  readonly name: string;
}

/** Describes the columns of an inferred format. `width` is the number of columns of the shown rows. */
export function inferredColumns(
  { mapped, unmapped, notes }: Pick<Inference, 'mapped' | 'unmapped' | 'notes'>,
  named: readonly NamedColumn[],
  width: number,
): readonly PreviewColumn[] {
  return columnsOf(named, width, (name) => {
    const found = mapped.filter(({ header }) => header === name);
    const [best] = found.toSorted((a, b) => rank(a.target) - rank(b.target));
    if (best === undefined) {
      const reason = unmapped.find(({ header }) => header === name)?.reason;
      return { ...NOT_READ, reason: reason === undefined ? null : sentence(`Not read: ${reason}`) };
    }
    const confidence = Math.min(...found.map(({ score }) => score));
    const isCertain = confidence >= CERTAIN_MIN;
    const note = notes.find((text) => text.includes(`"${name}"`));
    const guess = `The header and the values only suggest this meaning (${Math.round(100 * confidence)} % sure).`;
    const alsoRoles = [...new Set(found.map(({ target }) => target))].filter((target) => target !== best.target);
    return {
      role: best.target,
      alsoRoles,
      confidence,
      isCertain,
      reason: isCertain ? (note ?? null) : (note ?? guess),
    };
  });
}

/** Describes the columns as a person chose them. `width` is the number of columns of the shown rows. */
export function chosenColumns(
  chosen: readonly ChosenColumn[],
  named: readonly NamedColumn[],
  width: number,
): readonly PreviewColumn[] {
  return columnsOf(named, width, (_, index) => {
    const roles = chosen.flatMap((column) => (column.index === index && column.role !== null ? [column.role] : []));
    const [role, ...alsoRoles] = roles.toSorted((a, b) => rank(a) - rank(b));
    return role === undefined ? NOT_READ : { ...NOT_READ, role, alsoRoles, confidence: 1 };
  });
}

/** Returns the configuration with the columns that a person chose. Several columns of one field are added up. */
export function withChosenColumns(
  config: StatementConfig,
  chosen: readonly ChosenColumn[],
  named: readonly NamedColumn[],
): StatementConfig {
  const sources: Partial<Record<ColumnName, ColumnSource>> = {};
  const nameAt = new Map(named.map(({ index, name }) => [index, name]));
  for (const role of COLUMN_NAMES) {
    const own = chosen.filter((column) => column.role === role).map(({ index }) => index);
    const [first] = own;
    if (first === undefined) continue;
    const name = nameAt.get(first);
    const ofAll = own.flatMap((index) => nameAt.get(index) ?? []);
    const inferred = config.columns[role];
    // Another sheet that is read calls the column otherwise.
    const names = Array.isArray(inferred) && name !== undefined && inferred.includes(name) ? inferred : name;
    sources[role] = ofAll.length > 1 ? { sum: ofAll } : (names ?? { column: first + 1 });
  }
  return { ...config, columns: sources };
}

/** Returns whether the format can be stored: it names the member's id and the amount. */
export const isComplete = ({ columns }: StatementConfig): boolean =>
  'member_external_id' in columns && 'commission_amount' in columns;

const NOT_READ = { role: null, alsoRoles: [], confidence: 0, isCertain: true, reason: null } as const;

type ColumnDescription = Omit<PreviewColumn, 'index' | 'header'>;

function columnsOf(
  named: readonly NamedColumn[],
  width: number,
  meaningOf: (name: string | null, index: number) => ColumnDescription,
): readonly PreviewColumn[] {
  const names = new Map(named.map(({ index, name }) => [index, name]));
  return Array.from({ length: width }, (_, index) => {
    const header = names.get(index) ?? null;
    return { index, header, ...meaningOf(header, index) };
  });
}

const rank = (name: ColumnName) => COLUMN_NAMES.indexOf(name);

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);
