import type { components } from '../../client/generated/api-types.ts';

export type Change = components['schemas']['Change'];
export type ChangeKind = Change['kind'];

/** The kinds of changes as people call them, in the order of the filter. */
export const KIND_LABELS: Readonly<Record<ChangeKind, string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  taken_back: 'Taken back',
  new: 'New',
  back: 'Back',
  paid_more: 'Paid more',
  same: 'Same',
};

export const KINDS: readonly ChangeKind[] = ['gone', 'paid_less', 'taken_back', 'new', 'back', 'paid_more', 'same'];

export function kindOf(text: string | undefined): ChangeKind | undefined {
  return KINDS.find((kind) => kind === text);
}
