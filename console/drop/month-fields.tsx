import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import classes from './drop.module.css';

const MONTHS = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2000, index)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
);
const YEARS_BACK = 8;

interface MonthFieldsProps {
  /** The month as `YYYY-MM`, or null. */
  readonly value: string | null;
  readonly onChange: (period: string | null) => void;
}

/** A month and a year to choose. The value is null until both are chosen. */
export function MonthFields({ value, onChange }: MonthFieldsProps) {
  const [year, setYear] = useState(value?.slice(0, 4) ?? '');
  const [month, setMonth] = useState(value?.slice(5) ?? '');
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: YEARS_BACK }, (_, index) => String(thisYear + 1 - index));
  const choose = (nextYear: string, nextMonth: string) => {
    setYear(nextYear);
    setMonth(nextMonth);
    onChange(nextYear === '' || nextMonth === '' ? null : `${nextYear}-${nextMonth}`);
  };
  const months = MONTHS.map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }));
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Month"
        value={month}
        data={[{ value: '', label: 'Choose' }, ...months]}
        onChange={({ currentTarget }) => choose(year, currentTarget.value)}
      />
      <NativeSelect
        label="Year"
        value={year}
        data={[{ value: '', label: 'Choose' }, ...new Set([...years, ...(year === '' ? [] : [year])])]}
        onChange={({ currentTarget }) => choose(currentTarget.value, month)}
      />
    </div>
  );
}
