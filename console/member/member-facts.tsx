import type { ReactNode } from 'react';
import type { Schema } from '../../client/commission-client.ts';
import { MemberStatus } from '../members/member-status.tsx';
import { TextLink } from '../parts/link-button.tsx';
import { money, monthName, quietMoney } from '../parts/shown-values.ts';
import classes from './member.module.css';

/** The figures of a member, over all months. */
export function MemberFacts({ member }: { readonly member: Schema<'MemberWithOwed'> }) {
  const { status, lastPeriod, firstPeriod, lastPaidPeriod, lastPaidAmount, paidTotal, owed, termDate } = member;
  return (
    <dl className={classes.facts}>
      <Fact label="Status" note={termDate === null ? `as of ${monthName(lastPeriod)}` : `ends on ${termDate}`}>
        <MemberStatus status={status} />
      </Fact>
      <Fact label="Since">{monthName(firstPeriod)}</Fact>
      <Fact label="Last paid" note={lastPaidPeriod === null ? undefined : monthName(lastPaidPeriod)}>
        {lastPaidPeriod === null ? 'never' : money(lastPaidAmount)}
      </Fact>
      <Fact label="Paid in all">{quietMoney(paidTotal)}</Fact>
      {owed !== null && (
        <Fact label="Owed" note={owed === 0 ? undefined : <TextLink to="/ask">Money to ask</TextLink>}>
          {quietMoney(owed)}
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function Fact({ label, note, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {children}
        {note !== undefined && <span className={classes.factNote}>{note}</span>}
      </dd>
    </div>
  );
}
