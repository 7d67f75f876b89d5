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
  /** The words for one row, if they differ. */
  readonly one?: string;
  /** The words where the part adds to the pay, if they differ. */
  readonly risen?: string;
  readonly icon: Icon;
  /** A token of tokens.css. */
  readonly color: string;
  /** The thing that `count` counts. */
  readonly thing: 'member' | 'carrier';
}

export type BridgePart = BridgeStep['part'];

const ofMembers = (label: string, look: Pick<KindLook, 'icon' | 'color'>): KindLook => ({
  label,
  ...look,
  thing: 'member',
});

export const BRIDGE_LOOKS: Readonly<Record<BridgePart, KindLook>> = {
  gone: ofMembers('Gone', { icon: IconUserMinus, color: 'var(--kind-gone)' }),
  paid_less: ofMembers('Paid less', { icon: IconArrowDownRight, color: 'var(--kind-less)' }),
  planned_step: {
    ...ofMembers('Planned steps', { icon: IconStairsDown, color: 'var(--kind-planned)' }),
    one: 'Planned step',
  },
  taken_back: {
    ...ofMembers('Taken back', { icon: IconReceiptRefund, color: 'var(--kind-taken-back)' }),
    risen: 'Less taken back',
  },
  back: ofMembers('Back', { icon: IconUserCheck, color: 'var(--kind-back)' }),
  new: ofMembers('New', { icon: IconUserPlus, color: 'var(--kind-new)' }),
  paid_more: ofMembers('Paid more', { icon: IconArrowUpRight, color: 'var(--kind-more)' }),
  once: ofMembers('Paid once', { icon: IconGift, color: 'var(--kind-once)' }),
  other_month: {
    ...ofMembers('Due in another month', { icon: IconCalendarEvent, color: 'var(--kind-other)' }),
    one: 'Other month',
  },
  no_member: {
    ...ofMembers('Money without a member', { icon: IconDots, color: 'var(--kind-other)' }),
    one: 'No member',
  },
  not_split: ofMembers('Not explained', { icon: IconDots, color: 'var(--kind-other)' }),
  carriers_added: {
    label: 'No statement the month before',
    one: 'First month',
    icon: IconBuildingPlus,
    color: 'var(--kind-other)',
    thing: 'carrier',
  },
  carriers_missing: {
    label: 'Not here yet',
    icon: IconClockPause,
    color: 'var(--kind-check)',
    thing: 'carrier',
  },
};
