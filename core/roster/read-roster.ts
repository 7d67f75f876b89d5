import { singleSpaced } from '../folded-text.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';
import { displayedText } from '../statement/displayed-text.ts';
import { normaliseId } from '../statement/member-key.ts';
import type { Cell, SourceRow, StatementSource } from '../statement/source.ts';

/** Reads an agency's own list of people with phone and email (docs/howto/import-contacts.md). */

/** The most rows of a list: the people of a large agency, in an answer of some 3 MB. */
export const ROSTER_ROWS_MAX = 10_000;

export interface RosterRow {
  /** Number of the row in a spreadsheet. */
  readonly row: number;
  readonly name: string | null;
  readonly memberId: string | null;
  readonly policyNumber: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Why the row can't be taken, in words; null when it can. */
  readonly fault: string | null;
}

const COLUMNS = ['memberId', 'policyNumber', 'name', 'firstName', 'lastName', 'phone', 'email'] as const;
type Column = (typeof COLUMNS)[number];

const NAMES: Readonly<Record<Column, string>> = {
  memberId: 'memberid membernumber memberno id subscriberid subscribernumber mbi certificate certificatenumber',
  policyNumber: 'policynumber policyno policyid policy contractnumber contract groupnumber',
  name: 'name fullname membername clientname client insured insuredname subscriber subscribername member customer',
  firstName: 'firstname first givenname',
  lastName: 'lastname last surname familyname',
  phone: 'phone phonenumber mobile mobilephone cell cellphone telephone homephone primaryphone tel phone1',
  email: 'email emailaddress mail primaryemail email1',
};

/** Reads the first visible sheet that has such a header. Refuses a file without one, an empty list and a list that is too long. */
export function readRoster(source: StatementSource): readonly RosterRow[] | Refused {
  const rows = readNamedColumns(source, { columns: COLUMNS, names: NAMES, isHeader });
  if (rows === null)
    return refuse(
      'validation_error',
      'No row names the columns. Name one "Phone" or "Email", and one "Name", "Member ID" or "Policy number".',
    );
  const people = rows.flatMap(rosterRow);
  if (people.length === 0) return refuse('validation_error', 'The list has no row below its header.');
  if (people.length > ROSTER_ROWS_MAX)
    return refuse('validation_error', `The list has more than ${ROSTER_ROWS_MAX.toLocaleString('en-US')} rows.`);
  return people;
}

/** A header names people and a way to reach them. */
const isHeader = (has: (column: Column) => boolean) =>
  (has('phone') || has('email')) && (has('memberId') || has('policyNumber') || has('name') || has('lastName'));

function rosterRow({ row, text }: NamedRow<Column>): readonly RosterRow[] {
  const [first, last] = [text('firstName'), text('lastName')];
  const name = text('name') ?? (last === null ? null : [first, last].filter((part) => part !== null).join(' '));
  const read = {
    name,
    memberId: text('memberId'),
    policyNumber: text('policyNumber'),
    phone: text('phone'),
    email: text('email'),
  };
  if (Object.values(read).every((value) => value === null)) return [];
  return [{ row, ...read, fault: faultOf(read) }];
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const [PHONE_MIN, PHONE_MAX, EMAIL_MAX, TEXT_MAX] = [3, 50, 254, 200];

function faultOf({ name, memberId, policyNumber, phone, email }: Omit<RosterRow, 'row' | 'fault'>): string | null {
  if (name === null && memberId === null && policyNumber === null) return 'names nobody';
  if ([name, memberId, policyNumber].some((text) => (text?.length ?? 0) > TEXT_MAX))
    return 'has a name or number that is too long';
  if (phone === null && email === null) return 'has no phone and no email';
  if (phone !== null && (phone.length < PHONE_MIN || phone.length > PHONE_MAX || /\p{Cc}/u.test(phone)))
    return `has a phone that is none: "${phone.slice(0, PHONE_MAX)}"`;
  if (email !== null && (email.length > EMAIL_MAX || !EMAIL.test(email)))
    return `has an email that is none: "${email.slice(0, PHONE_MAX)}"`;
  return null;
}

/** Returns the forms in which a statement may write a name: "Jane Doe" is also "Doe, Jane" and "Doe Jane". */
export function nameForms(name: string): readonly string[] {
  const [last, first] = name.split(',').map((part) => part.trim());
  if (first !== undefined && first !== '') return [name, `${first} ${last}`, `${last} ${first}`];
  const words = name.split(' ');
  const family = words.at(-1);
  if (words.length < 2 || family === undefined) return [name];
  const firstNames = words.slice(0, -1).join(' ');
  return [name, `${family}, ${firstNames}`, `${family} ${firstNames}`];
}

/** Reads tables whose header names the columns, as people make them in a spreadsheet. */

/** Rows above the header that are looked at. */
const TITLES_MAX = 20;

/** Names of columns in lower case, without spaces and punctuation, divided by spaces. The earlier name of a column wins. */
interface ColumnNames<Column extends string> {
  readonly columns: readonly Column[];
  readonly names: Readonly<Record<Column, string>>;
  /** Tells from its columns whether a row is the header. */
  readonly isHeader: (has: (column: Column) => boolean) => boolean;
}

export interface NamedRow<Column extends string> {
  /** Number of the row in a spreadsheet. */
  readonly row: number;
  /** Returns a cell; null for a column that the table does not have. */
  cell(column: Column): Cell | null;
  /** Returns the shown text; null for a blank cell. */
  text(column: Column): string | null;
}

/** Returns the rows below the header of the first visible sheet that has one; null for a file without a header. */
export function readNamedColumns<Column extends string>(
  source: StatementSource,
  wanted: ColumnNames<Column>,
): readonly NamedRow<Column>[] | null {
  for (const sheet of source.sheets) {
    if (sheet.hidden) continue;
    const rows = [...sheet.rows()];
    const headers = rows.slice(0, TITLES_MAX).map(({ cells }) => readHeader(cells, wanted));
    const at = headers.findIndex((found) => wanted.isHeader((column) => found.has(column)));
    const header = headers[at];
    if (header !== undefined) return rows.slice(at + 1).map((row) => namedRow(row, header));
  }
  return null;
}

function readHeader<Column extends string>(
  cells: readonly Cell[],
  { columns, names }: ColumnNames<Column>,
): ReadonlyMap<Column, number> {
  const texts = cells.map((cell) =>
    displayedText(cell)
      .normalize('NFKC')
      .toLowerCase()
      .replace('#', 'number')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  const found = columns.map((column) => {
    const place = names[column]
      .split(' ')
      .map((name) => texts.indexOf(name))
      .find((at) => at >= 0);
    return [column, place ?? -1] as const;
  });
  return new Map(found.filter(([, place]) => place >= 0));
}

function namedRow<Column extends string>(
  { row, cells }: SourceRow,
  header: ReadonlyMap<Column, number>,
): NamedRow<Column> {
  const cell = (column: Column) => cells[header.get(column) ?? -1] ?? null;
  return {
    row,
    cell,
    text: (column) => {
      const found = cell(column);
      const shown = found === null ? '' : singleSpaced(displayedText(found));
      return shown === '' ? null : shown;
    },
  };
}

/** Decides which members the rows of a list are (docs/howto/import-contacts.md#who-is-who). */

export const CONTACT_STATES = ['new', 'changed', 'same', 'nobody', 'several', 'faulty'] as const;
type ContactState = (typeof CONTACT_STATES)[number];

/** A member whom a row may be, with what is written down about the member. */
interface Candidate {
  readonly memberRefId: string;
  readonly memberName: string | null;
  readonly memberExternalId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** A candidate of a row, and which of the row's words led to it. */
export interface FoundCandidate extends Candidate {
  /** The index of the row in the list. */
  readonly at: number;
  readonly by: 'word' | 'policy' | 'name';
  /** The policy number or name that was found, as the statement has it. */
  readonly label: string | null;
  /** The number of the member under which it was found, which may be another one of the same member. */
  readonly foundId: string;
}

/** A contact as it will be stored. What the list leaves blank stays as it is. */
export interface ContactToSet {
  readonly memberRefId: string;
  readonly phone: string | null;
  readonly email: string | null;
}

export interface MatchedRow {
  readonly roster: RosterRow;
  readonly state: ContactState;
  readonly members: readonly Candidate[];
  /** A sentence about the row for people; null when nothing is to be said. */
  readonly detail: string | null;
  readonly toSet: readonly ContactToSet[];
}

/** Matches every row. Two rows that are one member are both unclear, because one of them would be overwritten. */
export function matchContacts(rows: readonly RosterRow[], found: readonly FoundCandidate[]): readonly MatchedRow[] {
  const byRow = Map.groupBy(found, ({ at }) => at);
  const matched = rows.map((row, at) => matchRow(row, byRow.get(at) ?? []));
  const claims = new Map<string, number>();
  for (const { members } of matched)
    for (const { memberRefId } of members) claims.set(memberRefId, (claims.get(memberRefId) ?? 0) + 1);
  return matched.map((row) =>
    row.toSet.length > 0 && row.members.some(({ memberRefId }) => (claims.get(memberRefId) ?? 0) > 1)
      ? { ...row, state: 'several', detail: 'Another row of the list is the same member.', toSet: [] }
      : row,
  );
}

function matchRow(roster: RosterRow, found: readonly FoundCandidate[]): MatchedRow {
  const nothing = { roster, members: [], toSet: [] };
  if (roster.fault !== null) return { ...nothing, state: 'faulty', detail: `The row ${roster.fault}.` };
  const members = membersOf(roster, found);
  if (members.length === 0) return { ...nothing, state: 'nobody', detail: 'No statement has this person.' };
  if (members === 'several')
    return { ...nothing, state: 'several', detail: 'More than one person could be meant. Add the member ID.' };
  const toSet = members.flatMap(({ memberRefId, ...known }) => {
    const [phone, email] = [roster.phone ?? known.phone, roster.email ?? known.email];
    return phone === known.phone && email === known.email ? [] : [{ memberRefId, phone, email }];
  });
  const isNew = members.every(({ phone, email }) => phone === null && email === null);
  return { roster, members, toSet, detail: null, state: toSet.length === 0 ? 'same' : isNew ? 'new' : 'changed' };
}

/** The id decides, then the policy with the name, then the name. A person whom several carriers pay is one member of each. */
function membersOf(roster: RosterRow, found: readonly FoundCandidate[]): readonly Candidate[] | 'several' {
  const named = found.filter(({ by }) => by === 'name');
  const isNamed = (one: Candidate) => named.some(({ memberRefId }) => memberRefId === one.memberRefId);
  const byId = distinct(found.filter((one) => one.by === 'word' && isSameId(one.foundId, roster.memberId)));
  if (byId.length > 0) return oneOfEachCarrier(byId.some(isNamed) ? byId.filter(isNamed) : byId);
  const byPolicy = distinct(found.filter((one) => one.by === 'policy' && isSameId(one.label, roster.policyNumber)));
  if (byPolicy.length > 0) {
    if (roster.name !== null) return oneOfEachCarrier(byPolicy.filter(isNamed));
    return byPolicy.length === 1 ? byPolicy : 'several';
  }
  return oneOfEachCarrier(distinct(named));
}

function isSameId(id: string | null, wanted: string | null): boolean {
  return id !== null && wanted !== null && normaliseId(id) === normaliseId(wanted);
}

const distinct = (found: readonly FoundCandidate[]): readonly Candidate[] => [
  ...new Map(
    found.map(({ at: _, by: _by, label: _label, foundId: _id, ...member }) => [member.memberRefId, member]),
  ).values(),
];

function oneOfEachCarrier(members: readonly Candidate[]): readonly Candidate[] | 'several' {
  return new Set(members.map(({ carrierId }) => carrierId)).size === members.length ? members : 'several';
}
