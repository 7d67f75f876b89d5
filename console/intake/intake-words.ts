import type { components } from '../../client/generated/api-types.ts';

export type IntakeItem = components['schemas']['IntakeItem'];
export type DropOffs = components['schemas']['DropOffs'];

/** A part of the screen, for the person who looks at it. */
export interface IntakePlace {
  /** By name. */
  readonly carriers: readonly { readonly id: string; readonly name: string }[];
  readonly mayChange: boolean;
  /** Whether the agency's plan lets statements come by mail and SFTP. */
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
