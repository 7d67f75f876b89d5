import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { AttritionPoint, AttritionReport, Granularity } from '../../core/report/attrition.ts';
import type { CumulativeReport, RequestedRange } from '../../core/report/cumulative.ts';
import type { DataQualityReport } from '../../core/report/data-quality.ts';
import type { ScorecardReport } from '../../core/report/scorecard.ts';
import type { Tax1099Report } from '../../core/report/tax-1099.ts';
import type { CarrierEventRecord } from '../carrier-events/carrier-event-ports.ts';
import type { MonthRecord } from './month-reads.ts';
import type { AgentRollup, BookFilter } from './read-models.ts';

/** Months of the range that wait for files, and closed ones with what changed in them since. */
export interface SpecialMonths {
  readonly months: readonly MonthRecord[];
}

/**
 * The reports made from the rollups alone: what one costs grows with the months and carriers it tells of, not with their
 * members. Each sees one moment. A filter that names an unknown carrier or workspace is refused.
 */
export interface ReportReads {
  /** The calendar month, quarter or year that holds the period. */
  attrition(
    accountId: string,
    query: BookFilter & { readonly period: Period; readonly granularity: Granularity },
  ): Promise<AttritionReport | Refused>;
  /** So many calendar months up to the latest with data of what the filter allows. */
  attritionSeries(
    accountId: string,
    query: BookFilter & { readonly months: number },
  ): Promise<readonly AttritionPoint[] | Refused>;
  /** `byAgent`: where the query groups by agent. */
  cumulative(
    accountId: string,
    query: BookFilter & RequestedRange & { readonly groupBy?: 'agent' | undefined },
  ): Promise<(CumulativeReport & SpecialMonths & { readonly byAgent?: readonly AgentRollup[] }) | Refused>;
  /** Without a period: the latest one with data, whatever the carrier, so that a carrier whose statement is missing shows. */
  dataQuality(
    accountId: string,
    query: BookFilter & { readonly period?: Period | undefined },
  ): Promise<(DataQualityReport<CarrierEventRecord> & SpecialMonths) | Refused>;
  /**
   * Without an end: up to the latest month with data, whatever the carrier. What is recoverable is made from members, so that
   * its cost grows with their findings.
   */
  scorecards(accountId: string, query: BookFilter & RequestedRange): Promise<ScorecardReport | Refused>;
  tax1099(
    accountId: string,
    query: BookFilter & { readonly year: number },
  ): Promise<(Tax1099Report & SpecialMonths) | Refused>;
}
