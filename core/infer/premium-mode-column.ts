import type { z } from 'zod';
import type { statementConfigSchema } from '../statement/config.ts';
import type { Assignment, Reading } from './assign-columns.ts';

type CadenceEntry = Extract<NonNullable<z.input<typeof statementConfigSchema>['cadence']>, unknown[]>[number];

/** Words that carriers use for premium modes, with the months between two premiums. */
const MODE_WORDS: readonly (readonly [months: number, words: string])[] = [
  [1, 'm|mo|mon|mthly|month|monthly|pac|eft|bank draft|1'],
  [3, 'q|qtr|qtrly|quarter|quarterly|3'],
  [6, 's|sa|semi|semi[- ]?ann|semi[- ]?annual|semi[- ]?annually|6'],
  [12, 'a|an|ann|annl|annual|annually|y|yr|yearly|12'],
  [24, '24'],
  [36, '36'],
];
const MODES = MODE_WORDS.map(([months, words]) => ({ months, test: new RegExp(`^(?:${words})$`, 'i') }));
/** Minimum number of filled cells. */
const FILLED_MIN = 2;

/** A column of premium modes: monthly, quarterly, yearly. The commission is paid as often as the premium. */
export interface PremiumModeColumn {
  readonly reading: Reading;
  /** The cadence by mode. It applies to descriptions that are the mode or end with it. */
  readonly cadence: CadenceEntry[];
  /** True when the column holds the months of a policy's term. */
  readonly isTerm: boolean;
  readonly note: string;
}

/** Returns the column of premium modes; null when it has other values. Its cadence lists modes that only later files may have, too. */
export function premiumModeColumn({ chosen }: Assignment): PremiumModeColumn | null {
  const reading = chosen.get('premium_mode');
  if (reading === undefined) return null;
  const texts = reading.column.profile.texts.filter((text) => text !== '');
  const found = texts.map((text) => MODES.find(({ test }) => test.test(text))?.months);
  if (texts.length < FILLED_MIN || found.includes(undefined)) return null;
  const cadence = MODE_WORDS.filter(([months]) => months > 1).map(([months, words]) => ({
    type: [`/(?:^|\\/ )(?:${words})$/i`],
    months,
  }));
  const note = `"${reading.column.name}" says how often premiums are paid; commissions were taken to come as often.`;
  return { reading, cadence, isTerm: /\bterm\b/i.test(reading.column.name), note };
}
