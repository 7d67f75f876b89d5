import type { Icon } from '@tabler/icons-react';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import classes from '../agents/agents.module.css';
import type { RunState as State } from './use-pay.ts';

const LOOKS: Readonly<Record<State, { readonly label: string; readonly icon: Icon; readonly color: string }>> = {
  draft: { label: 'Draft', icon: IconPencil, color: 'var(--kind-other)' },
  reviewed: { label: 'Reviewed', icon: IconEye, color: 'var(--kind-more)' },
  approved: { label: 'Approved', icon: IconLock, color: 'var(--kind-check)' },
  paid: { label: 'Paid', icon: IconCircleCheck, color: 'var(--kind-new)' },
};

/** The state of a run as icon and word. */
export function RunState({ state }: { readonly state: State }) {
  const { label, icon: StateIcon, color } = LOOKS[state];
  return (
    <span className={classes.pill}>
      <StateIcon size={14} stroke={1.75} color={color} aria-hidden />
      {label}
    </span>
  );
}
