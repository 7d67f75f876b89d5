import { Table, Text } from '@mantine/core';
import { TextLink } from '../parts/link-button.tsx';
import { money } from '../parts/money.ts';
import { Scrolling } from '../parts/scrolling.tsx';
import classes from '../parts/table-cells.module.css';
import { type Change, KIND_LABELS } from './kind-labels.ts';

/** The members whose pay changed, each with the amounts and one sentence. */
export function ChangesTable({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <Scrolling label="Changes">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Member</Table.Th>
            <Table.Th scope="col">What</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Before
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Now
            </Table.Th>
            <Table.Th scope="col">Carrier, agent and plan</Table.Th>
            <Table.Th scope="col">Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.memberRefId}>
              <Table.Th scope="row" fw={500} className={classes.name}>
                <TextLink to="/members/$id" params={{ id: change.memberRefId }}>
                  {change.memberName ?? change.memberExternalId}
                </TextLink>
                <Text size="xs" c="dimmed">
                  {change.policyNumber === null ? change.memberExternalId : `Policy ${change.policyNumber}`}
                </Text>
              </Table.Th>
              <Table.Td>{KIND_LABELS[change.kind]}</Table.Td>
              <Table.Td className={classes.number}>{money(change.before)}</Table.Td>
              <Table.Td className={classes.number}>{money(change.now)}</Table.Td>
              <Table.Td className={classes.name}>
                {change.carrierName}
                <Text size="xs" c="dimmed">
                  {[change.agentName ?? change.agentId, change.planName].filter((text) => text !== null).join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td className={classes.sentence}>{change.reason ?? ''}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  );
}
