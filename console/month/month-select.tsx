import { NativeSelect } from '@mantine/core';
import { monthName } from '../parts/shown-values.ts';
import { type Home, useHome } from './use-home.ts';

interface MonthSelectProps {
  /** The label above the choice. Without it only screen readers get a name. */
  readonly label?: string;
  /** The months to choose from. Undefined until they are known. */
  readonly months: Home['months'] | undefined;
  readonly period: string;
  readonly onChoose: (period: string) => void;
}

/** Chooses among the latest months and the months before the shown month, newest first. */
export function MonthSelect({ label, months = [], period, onChoose }: MonthSelectProps) {
  const { data: latest } = useHome();
  const periods = [...(latest?.months ?? []), ...months].map((month) => month.period);
  const newestFirst = [...new Set([period, ...periods])].toSorted().toReversed();
  return (
    <NativeSelect
      {...(label === undefined ? { 'aria-label': 'Month' } : { label })}
      data={newestFirst.map((value) => ({ value, label: monthName(value) }))}
      value={period}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
