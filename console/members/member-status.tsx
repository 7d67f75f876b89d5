import type { Icon } from '@tabler/icons-react';
import IconArrowDownRight from '@tabler/icons-react/icons/IconArrowDownRight';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import IconUserMinus from '@tabler/icons-react/icons/IconUserMinus';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import type { Schema } from '../../client/commission-client.ts';
import classes from './members-table.module.css';

type Status = Schema<'Member'>['status'];

const LOOKS: Readonly<Record<Status, { readonly label: string; readonly icon: Icon; readonly color: string }>> = {
  green: { label: 'Active', icon: IconUser, color: 'var(--kind-other)' },
  yellow: { label: 'Paid less', icon: IconArrowDownRight, color: 'var(--kind-less)' },
  red: { label: 'Gone', icon: IconUserMinus, color: 'var(--kind-gone)' },
  new: { label: 'New', icon: IconUserPlus, color: 'var(--kind-new)' },
  reappeared: { label: 'Back', icon: IconUserCheck, color: 'var(--kind-back)' },
};

/** The status of a member in a word, with its icon and color. */
export function MemberStatus({ status }: { readonly status: Status }) {
  const { label, icon: Icon, color } = LOOKS[status];
  return (
    <span className={classes.status}>
      <Icon size={16} color={color} aria-hidden />
      {label}
    </span>
  );
}
