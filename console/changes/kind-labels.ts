import type { components } from '../../client/generated/api-types.ts';
import { money } from '../parts/money.ts';

export type Change = components['schemas']['Change'];
export type ChangeKind = Change['kind'];

/** The kinds of changes as people call them, in the order of the filter. */
export const KIND_LABELS: Readonly<Record<ChangeKind, string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  planned_step: 'Planned step',
  taken_back: 'Taken back',
  new: 'New',
  back: 'Back',
  paid_more: 'Paid more',
  same: 'Same',
};

export const KINDS: readonly ChangeKind[] = [
  'gone',
  'paid_less',
  'planned_step',
  'taken_back',
  'new',
  'back',
  'paid_more',
  'same',
];

export function kindOf(text: string | undefined): ChangeKind | undefined {
  return KINDS.find((kind) => kind === text);
}

/** Returns the dollars of the month as a clause after a number: " · gone $50.00, planned steps $60.00"; empty without any. */
export function amountsClause({ gone, paid_less, planned_step }: components['schemas']['ChangeAmounts']): string {
  const named = [
    ['gone', gone],
    ['paid less', paid_less],
    ['planned steps', planned_step],
  ] as const;
  const shown = named.flatMap(([name, dollars]) => (dollars === 0 ? [] : [`${name} ${money(dollars)}`]));
  return shown.length === 0 ? '' : ` · ${shown.join(', ')}`;
}
