import type { Schema } from '../../client/commission-client.ts';
import { RowLink, Rows } from '../parts/rows.tsx';
import { money, quietMoney, shortMonthName } from '../parts/shown-values.ts';
import { MemberStatus } from './member-status.tsx';
import classes from './members-table.module.css';

type Member = Schema<'MemberWithOwed'>;

/** Members as rows of one line, or as cards on a narrow screen. */
export function MembersTable({ members, hasOwed }: { readonly members: readonly Member[]; readonly hasOwed: boolean }) {
  return (
    <Rows
      label="Members"
      rows={members}
      keyOf={({ memberRefId }) => memberRefId}
      nameLabel="Person"
      nameOf={({ memberRefId, memberName, memberExternalId }) => (
        <>
          <RowLink to="/members/$id" params={{ id: memberRefId }}>
            {memberName ?? memberExternalId}
          </RowLink>
          {memberName !== null && <span className={classes.id}>{memberExternalId}</span>}
        </>
      )}
      columns={[
        { label: 'Carrier', cell: ({ carrierName }) => carrierName, className: classes.carrier },
        { label: 'Agent', cell: ({ agentName }) => agentName ?? '–', isOptional: true },
        { label: 'Status', cell: ({ status }) => <MemberStatus status={status} /> },
        { label: 'Since', cell: ({ firstPeriod }) => shortMonthName(firstPeriod), isOptional: true },
        {
          label: 'Last paid',
          cell: ({ lastPaidPeriod, lastPaidAmount }) =>
            lastPaidPeriod === null ? (
              '–'
            ) : (
              <>
                <span className={classes.quiet}>{shortMonthName(lastPaidPeriod)}</span>{' '}
                <span className={classes.lastPaid}>{money(lastPaidAmount)}</span>
              </>
            ),
          isNumber: true,
        },
        { label: 'Paid in all', cell: ({ paidTotal }) => quietMoney(paidTotal), isNumber: true },
        hasOwed ? { label: 'Owed', cell: ({ owed }) => quietMoney(owed ?? 0), isNumber: true } : null,
      ]}
    />
  );
}
