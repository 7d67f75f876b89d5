import { Checkbox } from '@mantine/core';
import { Fragment } from 'react';
import { BRIDGE_LOOKS, type BridgePart } from '../month/bridge-kinds.ts';
import { counted, money, quietMoney, signedMoney } from '../parts/shown-values.ts';
import classes from './changes-list.module.css';
import { type groupOf, keyOf, NO_GROUP, type PayChange } from './changes-view.ts';

interface Sums {
  readonly count: number;
  readonly before: number;
  readonly now: number;
  readonly difference: number;
}

interface ChangesTableProps {
  readonly changes: readonly PayChange[];
  readonly totals: Sums;
  readonly groups: readonly (Sums & { readonly group: string | null })[];
  /** The field that the list is grouped by. */
  readonly groupBy: ReturnType<typeof groupOf>;
  readonly sort: 'money' | 'name';
  readonly onSort: (sort: 'money' | 'name') => void;
  /** The key of the row whose panel is open. */
  readonly opened: string | undefined;
  readonly onOpen: (change: PayChange) => void;
  /** The keys of the selected rows; undefined where nothing can be done with a selection. */
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: (key: string) => void;
}

/** The characters of the longest sum, sign and cents included, that columns of the usual width and of the wider one can show. */
const LONGEST = { hundreds: 9, thousands: 12 };

/** The list: a line for each person, with lines of sums before each group and below all. Narrow screens show cards. */
export function ChangesTable({ changes, totals, groups, groupBy, sort, onSort, ...rows }: ChangesTableProps) {
  const { before, now, difference } = totals;
  const longest = Math.max(...[money(before), money(now), signedMoney(difference)].map(({ length }) => length));
  return (
    <table
      className={classes.list}
      aria-label="Changes"
      data-sums={longest > LONGEST.thousands ? 'millions' : longest > LONGEST.hundreds ? 'thousands' : undefined}
    >
      <colgroup>
        {rows.selected !== undefined && <col className={`${classes.check} no-print`} />}
        <col className={classes.what} />
        <col className={classes.who} />
        <col className={`${classes.wide} ${classes.optional}`} />
        <col className={classes.money} />
        <col className={classes.money} />
        <col className={classes.money} />
        <col className={classes.optional} />
      </colgroup>
      <thead className={classes.heads}>
        <tr>
          {rows.selected !== undefined && (
            <td className={`${classes.cell} ${classes.head} no-print`}>
              <span className="visually-hidden">Select</span>
            </td>
          )}
          <th scope="col" className={`${classes.cell} ${classes.head}`}>
            What
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head}`}>
            <SortButton name="Person" isOn={sort === 'name'} onSort={() => onSort('name')} />
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.optional}`}>
            Carrier and agent
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.number}`}>
            Before
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.number}`}>
            Now
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.number}`}>
            <SortButton name="Difference" isOn={sort === 'money'} onSort={() => onSort('money')} />
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.optional}`}>
            Why
          </th>
        </tr>
      </thead>
      <tbody className={classes.body}>
        {changes.map((change, at) => {
          const isNewGroup = groupBy !== undefined && (at === 0 || changes[at - 1]?.group !== change.group);
          return (
            <Fragment key={keyOf(change)}>
              {isNewGroup && (
                <GroupLine
                  name={change.group ?? NO_GROUP[groupBy]}
                  sums={groups.find(({ group }) => group === change.group)}
                />
              )}
              <ChangeLine change={change} {...rows} />
            </Fragment>
          );
        })}
      </tbody>
      <tfoot className={classes.body}>
        <tr className={classes.line}>
          {rows.selected !== undefined && (
            <td className={`${classes.cell} ${classes.total} ${classes.empty} no-print`} />
          )}
          <th scope="row" colSpan={2} className={`${classes.cell} ${classes.total}`}>
            {counted(totals.count, 'change')}
          </th>
          <td className={`${classes.cell} ${classes.total} ${classes.optional} ${classes.empty}`} />
          <td className={`${classes.cell} ${classes.total} ${classes.number}`} data-name="Before">
            {quietMoney(totals.before)}
          </td>
          <td className={`${classes.cell} ${classes.total} ${classes.number}`} data-name="Now">
            {quietMoney(totals.now)}
          </td>
          <td className={`${classes.cell} ${classes.total} ${classes.number}`} data-name="Difference">
            {signedMoney(totals.difference)}
          </td>
          <td className={`${classes.cell} ${classes.total} ${classes.optional} ${classes.empty}`} />
        </tr>
      </tfoot>
    </table>
  );
}

interface SortButtonProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onSort: () => void;
}

function SortButton({ name, isOn, onSort }: SortButtonProps) {
  return (
    <button type="button" className={classes.sort} aria-pressed={isOn} onClick={onSort}>
      {name}
    </button>
  );
}

interface GroupLineProps {
  readonly name: string;
  /** Absent for a group beyond those with the largest differences. */
  readonly sums: Sums | undefined;
}

function GroupLine({ name, sums }: GroupLineProps) {
  return (
    <tr className={classes.group}>
      <th scope="rowgroup" title={name} className={classes.groupName}>
        <div className={classes.groupText}>
          <span>{name}</span>{' '}
          {sums !== undefined && (
            <span className={classes.quiet}>
              · {counted(sums.count, 'change')} · {signedMoney(sums.difference)}
            </span>
          )}
        </div>
      </th>
    </tr>
  );
}

type ChangeLineProps = { readonly change: PayChange } & Pick<
  ChangesTableProps,
  'opened' | 'onOpen' | 'selected' | 'onSelect'
>;

function ChangeLine({ change, opened, onOpen, selected, onSelect }: ChangeLineProps) {
  const { part, memberName, memberExternalId, carrierName, agentName, agentId, before, now, difference, reason } =
    change;
  const key = keyOf(change);
  const agent = agentName ?? agentId;
  const name = memberName ?? memberExternalId ?? 'Without a text';
  const isSelected = selected?.has(key) === true;
  return (
    <tr
      className={classes.line}
      data-key={key}
      {...(opened === key && { 'data-active': true })}
      {...(isSelected && { 'data-selected': true })}
    >
      {selected !== undefined && (
        <td className={`${classes.cell} ${classes.check} no-print`}>
          {change.memberRefId !== null && (
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={`Select ${name}`}
              checked={isSelected}
              onChange={() => onSelect(key)}
            />
          )}
        </td>
      )}
      <td className={classes.cell}>
        <KindPill part={part} />
      </td>
      <th scope="row" className={`${classes.cell} ${classes.person}`}>
        <button type="button" className={classes.open} data-row onClick={() => onOpen(change)} title={name}>
          {name}
        </button>
      </th>
      <td className={`${classes.cell} ${classes.optional}`} title={[carrierName, agent].filter(Boolean).join(', ')}>
        <span className={classes.carrier}>{carrierName}</span>
        {agent !== null && <span className={`${classes.carrier} ${classes.quiet}`}>{agent}</span>}
      </td>
      <td className={`${classes.cell} ${classes.number}`} data-name="Before">
        {before === 0 ? '–' : money(before)}
      </td>
      <td className={`${classes.cell} ${classes.number}`} data-name="Now">
        {now === 0 ? '–' : money(now)}
      </td>
      <td className={`${classes.cell} ${classes.number}`} data-name="Difference">
        {signedMoney(difference)}
      </td>
      <td className={`${classes.cell} ${classes.optional} ${classes.reason}`} title={reason ?? undefined}>
        {reason !== null && <span className={classes.lines}>{reason}</span>}
      </td>
    </tr>
  );
}

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
