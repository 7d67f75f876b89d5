import { periodMonth as monthOf, type Period, periodOf, periodYear as yearOf } from './period.ts';
import type { FieldError, Refused } from './problem.ts';
import { refuseFields } from './refuse.ts';

/** A month of a request: in one field, in two fields, or in both forms. */
export interface NamedPeriod {
  readonly period?: Period | undefined;
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
}

/** Returns the month of a request; undefined when it names none. Refuses half a month, and two months that differ. */
export function namedPeriod(named: NamedPeriod): Period | undefined | Refused {
  const faults = periodFaults(named);
  if (faults.length > 0) return refuseFields(faults);
  const { period, periodYear, periodMonth } = named;
  if (period !== undefined || periodYear === undefined || periodMonth === undefined) return period;
  return periodOf(periodYear, periodMonth) ?? undefined;
}

/** Lists the faults between the fields that name a month: half a month, and two months that differ. */
export function periodFaults(named: NamedPeriod): readonly FieldError[] {
  const { periodYear, periodMonth } = named;
  const faults = [...differentPeriods(named)];
  if (periodYear === undefined && periodMonth !== undefined) {
    faults.push({ field: 'periodYear', detail: 'is required with periodMonth' });
  }
  if (periodMonth === undefined && periodYear !== undefined) {
    faults.push({ field: 'periodMonth', detail: 'is required with periodYear' });
  }
  return faults;
}

/** Lists the fault of a `period` that is not in `periodYear` or not the month `periodMonth`; empty when the fields agree. */
export function differentPeriods({ period, periodYear, periodMonth }: NamedPeriod): readonly FieldError[] {
  if (period === undefined) return [];
  const year = yearOf(period);
  const month = monthOf(period);
  if ((periodYear ?? year) === year && (periodMonth ?? month) === month) return [];
  return [{ field: 'period', detail: 'is another month than periodYear and periodMonth' }];
}
