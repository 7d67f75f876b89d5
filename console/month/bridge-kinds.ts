import type { Icon } from '@tabler/icons-react';
import IconArrowDownRight from '@tabler/icons-react/icons/IconArrowDownRight';
import IconArrowUpRight from '@tabler/icons-react/icons/IconArrowUpRight';
import IconBuildingPlus from '@tabler/icons-react/icons/IconBuildingPlus';
import IconCalendarEvent from '@tabler/icons-react/icons/IconCalendarEvent';
import IconClockPause from '@tabler/icons-react/icons/IconClockPause';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconGift from '@tabler/icons-react/icons/IconGift';
import IconReceiptRefund from '@tabler/icons-react/icons/IconReceiptRefund';
import IconStairsDown from '@tabler/icons-react/icons/IconStairsDown';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import IconUserMinus from '@tabler/icons-react/icons/IconUserMinus';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import type { Home } from './use-home.ts';

/** The words, the icon and the color of each part of the bridge. */

export type BridgeStep = NonNullable<Home['bridge']>['steps'][number];

interface KindLook {
  readonly label: string;
  /** The words where the part adds to the pay, if they differ. */
  readonly risen?: string;
  readonly icon: Icon;
  /** A token of tokens.css. */
  readonly color: string;
  /** The thing that `count` counts. */
  readonly thing: 'member' | 'carrier';
  /** The kind in the list of changes; null when the list has no such kind. */
  readonly list: 'gone' | 'paid_less' | 'planned_step' | 'taken_back' | 'back' | 'new' | 'paid_more' | null;
}

const ofMembers = (list: KindLook['list'], label: string, look: Pick<KindLook, 'icon' | 'color'>): KindLook => ({
  label,
  ...look,
  thing: 'member',
  list,
});

export const BRIDGE_LOOKS: Readonly<Record<BridgeStep['part'], KindLook>> = {
  gone: ofMembers('gone', 'Gone', { icon: IconUserMinus, color: 'var(--kind-gone)' }),
  paid_less: ofMembers('paid_less', 'Paid less', { icon: IconArrowDownRight, color: 'var(--kind-less)' }),
  planned_step: ofMembers('planned_step', 'Planned steps', { icon: IconStairsDown, color: 'var(--kind-planned)' }),
  taken_back: {
    ...ofMembers('taken_back', 'Taken back', { icon: IconReceiptRefund, color: 'var(--kind-taken-back)' }),
    risen: 'Less taken back',
  },
  back: ofMembers('back', 'Back', { icon: IconUserCheck, color: 'var(--kind-back)' }),
  new: ofMembers('new', 'New', { icon: IconUserPlus, color: 'var(--kind-new)' }),
  paid_more: ofMembers('paid_more', 'Paid more', { icon: IconArrowUpRight, color: 'var(--kind-more)' }),
  once: ofMembers(null, 'Paid once', { icon: IconGift, color: 'var(--kind-once)' }),
  other_month: ofMembers(null, 'Due in another month', { icon: IconCalendarEvent, color: 'var(--kind-other)' }),
  no_member: ofMembers(null, 'Money without a member', { icon: IconDots, color: 'var(--kind-other)' }),
  not_split: ofMembers(null, 'Not explained', { icon: IconDots, color: 'var(--kind-other)' }),
  carriers_added: {
    label: 'No statement the month before',
    icon: IconBuildingPlus,
    color: 'var(--kind-other)',
    thing: 'carrier',
    list: null,
  },
  carriers_missing: {
    label: 'Not here yet',
    icon: IconClockPause,
    color: 'var(--kind-check)',
    thing: 'carrier',
    list: null,
  },
};
