import type { Period } from '../period.ts';

/** Member and month of a report's row, with carrier and workspace. Ids and names are written as in the book. */
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
