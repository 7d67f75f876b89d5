import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { monthName } from '../parts/shown-values.ts';

const MONTHS = 12;

interface OwnMonthsProps {
  readonly period: string;
  readonly onChoose: (period: string) => void;
}

/** Lets an agent choose among the twelve months up to the latest one. An agent may not ask which of them have statements. */
export function OwnMonths({ period, onChoose }: OwnMonthsProps) {
  const api = useApi();
  const { data: latest = period } = useQuery({
    queryKey: ['pay-changes', 'latest'],
    queryFn: async () =>
      (await answerOf(api.GET('/v1/pay-changes', { params: { query: { limit: 1 } } }))).period ?? period,
  });
  const newestFirst = [...new Set([...Array.from({ length: MONTHS }, (_, back) => monthsBefore(latest, back)), period])]
    .toSorted()
    .toReversed();
  return (
    <NativeSelect
      aria-label="Month"
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
