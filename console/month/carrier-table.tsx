import { Badge, Table } from '@mantine/core';
import { counted, money, monthName } from '../parts/date-text.ts';
import { TextLink } from '../parts/link-button.tsx';
import classes from './month-overview.module.css';
import type { ClaimTotals, HomeCarrier } from './use-home.ts';

interface CarrierTableProps {
  readonly carriers: readonly HomeCarrier[];
  readonly period: string;
  readonly claims: ClaimTotals | undefined;
}

/** One row for each carrier, with what changed since the month before. */
export function CarrierTable({ carriers, period, claims }: CarrierTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has only a keyboard must be able to scroll a wide table.
    <section className={classes.scroll} tabIndex={0} aria-label="Carriers of the month">
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Carrier</Table.Th>
            {['Members', 'Paid', 'Change', 'Gone', 'Paid less', 'New', 'To ask for'].map((label) => (
              <Table.Th key={label} scope="col" className={classes.number}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {carriers.map((carrier) => (
            <CarrierRow
              key={carrier.carrierId}
              carrier={carrier}
              period={period}
              toAskFor={amountToAskFor(claims, carrier.carrierId)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function amountToAskFor(claims: ClaimTotals | undefined, carrierId: string): string {
  if (claims === undefined) return '…';
  return money(claims.byCarrier.find((of) => of.carrierId === carrierId)?.recoverable ?? 0);
}

interface CarrierRowProps {
  readonly carrier: HomeCarrier;
  readonly period: string;
  readonly toAskFor: string;
}

function CarrierRow({ carrier, period, toAskFor }: CarrierRowProps) {
  const { carrierId, carrierName, state, lastPeriod, difference } = carrier;
  if (state === 'missing')
    return (
      <Table.Tr>
        <Table.Th scope="row" fw={500}>
          {carrierName}
        </Table.Th>
        <Table.Td colSpan={7}>
          <Badge color="orange" variant="light">
            Missing
          </Badge>{' '}
          The last statement is of {monthName(lastPeriod)}. <TextLink to="/drop">Add it</TextLink>
        </Table.Td>
      </Table.Tr>
    );
  const figures = [
    counted(carrier.members, '', '').trim(),
    money(carrier.paidNet),
    difference === null ? 'first month' : signed(difference),
    String(carrier.gone),
    String(carrier.paidLess),
    String(carrier.new),
    toAskFor,
  ];
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <TextLink to="/changes" search={{ period, carrierId }}>
          {carrierName}
        </TextLink>{' '}
        {state === 'waiting' && (
          <Badge color="yellow" variant="light">
            More files to come
          </Badge>
        )}
      </Table.Th>
      {figures.map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The columns never change places.
        <Table.Td key={index} className={classes.number}>
          {figure}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function signed(dollars: number): string {
  return dollars > 0 ? `+${money(dollars)}` : money(dollars);
}
