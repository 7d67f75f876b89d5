import { Badge, Table } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconClockPause from '@tabler/icons-react/icons/IconClockPause';
import { TextLink } from '../parts/link-button.tsx';
import { money, monthName, quietCount, signedMoney } from '../parts/shown-values.ts';
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
            <Table.Th scope="col">Statement</Table.Th>
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
  const amount = claims.byCarrier.find((of) => of.carrierId === carrierId)?.recoverable ?? 0;
  return amount === 0 ? '–' : money(amount);
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
        <Table.Td>
          <Badge color="orange" variant="light" leftSection={<IconClockPause size={12} aria-hidden />}>
            Not here yet
          </Badge>
        </Table.Td>
        <Table.Td colSpan={7}>
          The last statement is of {monthName(lastPeriod)}. <TextLink to="/drop">Add it</TextLink>
        </Table.Td>
      </Table.Tr>
    );
  const figures = [
    quietCount(carrier.members),
    money(carrier.paidNet),
    difference === null ? 'first month' : signedMoney(difference),
    quietCount(carrier.gone),
    quietCount(carrier.paidLess),
    quietCount(carrier.new),
    toAskFor,
  ];
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <TextLink to="/changes" search={{ period, carrierId }}>
          {carrierName}
        </TextLink>
      </Table.Th>
      <Table.Td>
        {state === 'waiting' ? (
          <Badge color="yellow" variant="light" leftSection={<IconClockPause size={12} aria-hidden />}>
            Part of it
          </Badge>
        ) : (
          <Badge color="green" variant="light" leftSection={<IconCheck size={12} aria-hidden />}>
            Here
          </Badge>
        )}
      </Table.Td>
      {figures.map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The columns never change places.
        <Table.Td key={index} className={classes.number}>
          {figure}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
