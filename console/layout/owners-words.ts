import { ROLE_LABELS } from './role-labels.ts';

/** Sentences of the service that tell an integrator what to change in a format, and what an owner does in the console instead. */
const INSTEAD: readonly (readonly [forIntegrators: string, forOwners: string])[] = [
  // The card asks about each pair itself.
  [' See /v1/members/alias-proposals.', ''],
  [
    ', and is not read ("sheets" in the configuration)',
    ', and is not read. If it has pay, choose it among the sheets to read',
  ],
  ['name those with lines in the configuration ("sheets")', 'choose the sheets with lines'],
  [
    '; if they were taken back, set sign to "by_type".',
    '. If they were taken back, the total is too high: compare it with your payment.',
  ],
];

/** Matches names of fields: after "No column for", at the beginning of a fault of a row, and all that have an underscore. */
const FIELDS = Object.keys(ROLE_LABELS).join('|');
const FIELD = new RegExp(`(?<=^|No column for |; )(?:${FIELDS})\\b|\\b(?:${FIELDS})(?<=_\\w+)(?!\\w)`, 'g');

/** Returns a warning or a fault of a row without the names of a format's options and fields. */
export function inOwnersWords(detail: string): string {
  const sentence = INSTEAD.reduce((text, [found, instead]) => text.replaceAll(found, instead), detail);
  return sentence.replace(FIELD, (field) => {
    const label = Object.entries(ROLE_LABELS).find(([role]) => role === field)?.[1];
    return label === undefined ? field : `"${label}"`;
  });
}
