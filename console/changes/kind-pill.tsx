import { BRIDGE_LOOKS, type BridgePart } from '../month/bridge-kinds.ts';
import classes from './changes-list.module.css';

/** The kind of a change as icon and word. */
export function KindPill({ part }: { readonly part: BridgePart }) {
  const { icon: Icon, label, one = label, color } = BRIDGE_LOOKS[part];
  return (
    <span className={classes.pill}>
      <Icon size={16} stroke={1.75} color={color} aria-hidden className={classes.icon} />
      <span>{one}</span>
    </span>
  );
}
