import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import classes from '../agents/agents.module.css';
import { LinkButton } from '../parts/link-button.tsx';
import { RowOpener } from '../parts/rows.tsx';
import { counted, money } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import type { WholeRun } from './use-pay.ts';

interface HeldLinesProps {
  readonly run: WholeRun;
  readonly onOpen: () => void;
}

/** Lists held commission by its reason, with the way to the place where it is settled. */
export function HeldLines({ run: { heldLines, state }, onOpen }: HeldLinesProps) {
  const { mayChange } = useRights();
  const isOpen = state === 'draft' || state === 'reviewed';
  if (heldLines.length === 0) return null;
  return (
    <section className={classes.box} aria-labelledby="held-lines">
      <div className={classes.boxHead}>
        <h2 id="held-lines">Look at these first</h2>
      </div>
      <ul className={classes.lines}>
        {heldLines.map(({ why, lines, amount }) => (
          <li key={why} className={classes.line}>
            <RowOpener onOpen={onOpen}>
              <IconHelpCircle size={16} stroke={1.75} color="var(--kind-check)" aria-hidden className={classes.icon} />{' '}
              {why}
            </RowOpener>
            <span className={classes.quiet}>{counted(lines, 'line')}</span>
            <b className={classes.amount}>{money(amount)}</b>
            {mayChange && isOpen && <Settle why={why} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Settle({ why }: { readonly why: string }) {
  const isUnknown = why.includes('no agent is known');
  return (
    <LinkButton to={isUnknown ? '/agents' : '/pay/setup'} size="compact-xs" variant="default">
      {isUnknown ? 'To the agents' : 'To the plans'}
    </LinkButton>
  );
}
