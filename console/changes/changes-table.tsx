import { NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { money, monthName } from '../parts/shown-values.ts';
import classes from '../parts/table-cells.module.css';

const MONTHS = 12;

interface OwnMonthsProps {
  readonly period: string;
  readonly onChoose: (period: string) => void;
}

/** Lets an agent choose among the twelve months up to the latest one. An agent may not ask which of them have statements. */
export function OwnMonths({ period, onChoose }: OwnMonthsProps) {
  const api = useApi();
  const { data: latest = period } = useQuery({
    queryKey: ['changes', 'latest'],
    queryFn: async () => (await answerOf(api.GET('/v1/changes', { params: { query: { limit: 1 } } }))).period ?? period,
  });
  const newestFirst = [...new Set([...Array.from({ length: MONTHS }, (_, back) => monthsBefore(latest, back)), period])]
    .toSorted()
    .toReversed();
  return (
    <NativeSelect
      label="Month"
      data={newestFirst.map((value) => ({ value, label: monthName(value) }))}
      value={period}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

function monthsBefore(period: string, months: number): string {
  const date = new Date(`${period}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 'YYYY-MM'.length);
}

export type Change = components['schemas']['Change'];
export type ChangeKind = Change['kind'];

/** The kinds of changes as people call them, in the order of the filter. */
export const KIND_LABELS: Readonly<Record<ChangeKind, string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  planned_step: 'Planned step',
  taken_back: 'Taken back',
  new: 'New',
  back: 'Back',
  paid_more: 'Paid more',
  same: 'Same',
};

export const KINDS: readonly ChangeKind[] = [
  'gone',
  'paid_less',
  'planned_step',
  'taken_back',
  'new',
  'back',
  'paid_more',
  'same',
];

export function kindOf(text: string | undefined): ChangeKind | undefined {
  return KINDS.find((kind) => kind === text);
}

/** Returns the dollars of the month as a clause after a number: " · gone $50.00, planned steps $60.00"; empty without any. */
export function amountsClause({ gone, paid_less, planned_step }: components['schemas']['ChangeAmounts']): string {
  const named = [
    ['gone', gone],
    ['paid less', paid_less],
    ['planned steps', planned_step],
  ] as const;
  const shown = named.flatMap(([name, dollars]) => (dollars === 0 ? [] : [`${name} ${money(dollars)}`]));
  return shown.length === 0 ? '' : ` · ${shown.join(', ')}`;
}

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
