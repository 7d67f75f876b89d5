import type { Period } from '../period.ts';

/** Member and month that a row of a report is about, with its carrier and workspace. Ids and names are as the book has them. */
export interface ReportedMember {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly period: Period;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
}
