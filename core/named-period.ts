import { type Period, periodOf } from './period.ts';
import { type FieldError, type Refused, refuseFields } from './problem.ts';

/** A month of a request: in one field, in two fields, or in both forms. */
export interface NamedPeriod {
  readonly period?: Period | undefined;
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
}

/** Returns the month of a request; undefined when it names none. Refuses half a month, and two months that differ. */
export function namedPeriod({ period, periodYear, periodMonth }: NamedPeriod): Period | undefined | Refused {
  if (periodYear === undefined && periodMonth === undefined) return period;
  const errors: FieldError[] = [];
  if (periodYear === undefined) errors.push({ field: 'periodYear', detail: 'is required with periodMonth' });
  if (periodMonth === undefined) errors.push({ field: 'periodMonth', detail: 'is required with periodYear' });
  const same = periodYear === undefined || periodMonth === undefined ? null : periodOf(periodYear, periodMonth);
  if (same !== null && period !== undefined && period !== same) {
    errors.push({ field: 'period', detail: 'is another month than periodYear and periodMonth' });
  }
  return errors.length > 0 || same === null ? refuseFields(errors) : same;
}
