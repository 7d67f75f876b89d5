import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../client/commission-client.ts';
import { money, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { MemberStatus } from './member-status.tsx';
import classes from './members-table.module.css';

type Member = Schema<'MemberWithOwed'>;

interface Column {
  readonly label: string;
  readonly cell: (member: Member) => ReactNode;
  readonly isNumber?: true;
}

const COLUMNS: readonly Column[] = [
  { label: 'Carrier', cell: ({ carrierName }) => carrierName },
  { label: 'Agent', cell: ({ agentName }) => agentName ?? '–' },
  { label: 'Status', cell: ({ status }) => <MemberStatus status={status} /> },
  { label: 'Since', cell: ({ firstPeriod }) => shortMonthName(firstPeriod) },
  {
    label: 'Last paid',
    cell: ({ lastPaidPeriod, lastPaidAmount }) =>
      lastPaidPeriod === null ? (
        '–'
      ) : (
        <>
          <span className={classes.quiet}>{shortMonthName(lastPaidPeriod)}</span> {money(lastPaidAmount)}
        </>
      ),
    isNumber: true,
  },
  { label: 'Paid in all', cell: ({ paidTotal }) => quietMoney(paidTotal), isNumber: true },
];

const OWED: Column = { label: 'Owed', cell: ({ owed }) => quietMoney(owed ?? 0), isNumber: true };

/** Members as rows of one line, or as cards on a narrow screen. */
export function MembersTable({ members, hasOwed }: { readonly members: readonly Member[]; readonly hasOwed: boolean }) {
  const columns = hasOwed ? [...COLUMNS, OWED] : COLUMNS;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label="Members">
        <thead>
          <tr>
            <th scope="col">Person</th>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber && classes.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.memberRefId}>
              <th scope="row">
                <Link to="/members/$id" params={{ id: member.memberRefId }} className={classes.person}>
                  {member.memberName ?? member.memberExternalId}
                </Link>
                {member.memberName !== null && <span className={classes.id}>{member.memberExternalId}</span>}
              </th>
              {columns.map(({ label, cell, isNumber }) => (
                <td key={label} data-label={label} className={isNumber && classes.number}>
                  {cell(member)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows without content in the shape of the list. */
export function MembersSkeleton() {
  return (
    <div role="status" className={classes.skeleton}>
      <span className="visually-hidden">Loading …</span>
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The rows are alike.
        <div key={row} className={classes.bone} aria-hidden />
      ))}
    </div>
  );
}
