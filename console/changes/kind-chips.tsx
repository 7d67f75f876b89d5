import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../client/commission-client.ts';
import { BRIDGE_LOOKS } from '../month/bridge-kinds.ts';
import { useClaims } from '../month/use-home.ts';
import { money, quietCount, signedMoney } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './changes.module.css';
import { type ChangesSearch, PARTS, partOf } from './changes-view.ts';

interface KindChipsProps {
  readonly search: ChangesSearch;
  readonly parts: readonly Schema<'PayChangePart'>[];
  readonly period: string;
  readonly onShow: (change: ChangesSearch) => void;
}

/** The kinds with their numbers and sums. One is chosen at a time; choosing it again shows all. */
export function KindChips({ search, parts, period, onShow }: KindChipsProps) {
  const { agent } = useRights();
  const chosen = partOf(search.kind);
  const shown = PARTS.filter((part) => part === chosen || parts.some((sum) => sum.part === part && sum.count > 0));
  return (
    <ul className={`${classes.chips} no-print`} aria-label="Kinds of changes">
      <li>
        <button
          type="button"
          className={classes.chip}
          aria-pressed={chosen === undefined}
          onClick={() => onShow({ kind: undefined })}
        >
          All
        </button>
      </li>
      {shown.map((part) => {
        const { icon: Icon, label, risen, color } = BRIDGE_LOOKS[part];
        const { count, difference } = parts.find((sum) => sum.part === part) ?? { count: 0, difference: 0 };
        return (
          <li key={part}>
            <button
              type="button"
              className={classes.chip}
              aria-pressed={part === chosen}
              onClick={() => onShow({ kind: part === chosen ? undefined : part })}
            >
              <Icon size={16} stroke={1.75} color={color} aria-hidden />
              {difference > 0 ? (risen ?? label) : label} <span className={classes.quiet}>{quietCount(count)}</span>{' '}
              <b>{signedMoney(difference)}</b>
            </button>
          </li>
        );
      })}
      {agent === null && <ToCheckChip period={period} />}
    </ul>
  );
}

/** Leads to what is worth a question to a carrier and is owed by nobody for sure. */
function ToCheckChip({ period }: { readonly period: string }) {
  const claims = useClaims(period);
  const toCheck = claims?.byKind.filter(({ certainty }) => certainty === 'to_check') ?? [];
  if (claims === undefined || toCheck.length === 0) return null;
  return (
    <li>
      <Link to="/ask" search={{ sure: 'to_check', period }} className={classes.chip}>
        <IconHelpCircle size={16} stroke={1.75} color="var(--kind-check)" aria-hidden />
        To check <b>{money(claims.toCheck)}</b>
      </Link>
    </li>
  );
}
