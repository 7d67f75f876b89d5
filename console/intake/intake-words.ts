import type { components } from '../../client/generated/api-types.ts';

export type IntakeItem = components['schemas']['IntakeItem'];
export type DropOffs = components['schemas']['DropOffs'];

/** The values that every section of the screen gets. */
export interface IntakePlace {
  /** The carriers, sorted by name. */
  readonly carriers: readonly { readonly id: string; readonly name: string }[];
  readonly mayChange: boolean;
  /** True if the agency's plan includes statements by mail and SFTP. */
  readonly isAllowed: boolean;
}

export const OUTCOME_WORDS: Readonly<Record<IntakeItem['outcome'], string>> = {
  accepted: 'Added',
  rejected: 'Refused',
  duplicate: 'Was here already',
  held: 'Waits for you',
  waiting: 'Not complete yet',
};

export const ON_EXISTING = [
  { value: 'reject', label: 'Refuse it, and tell me here' },
  { value: 'replace', label: 'Replace what is there' },
  { value: 'append', label: 'Add it to what is there' },
] as const satisfies readonly { readonly value: DropOffs['sftp']['onExisting']; readonly label: string }[];

export const MONTH_FROM = [
  { value: 'filename', label: 'In the name of the file' },
  { value: 'subject', label: 'In the subject of the mail' },
  { value: 'statement', label: 'In the rows of the statement' },
] as const satisfies readonly { readonly value: DropOffs['email']['periodFrom']; readonly label: string }[];
