import { REPORT_TEXT_CHARACTERS_MAX } from '../limits/saved-report-limits.ts';

/**
 * Bounds the sizes of values in the columns of the report views. A test compares the kinds with the database's types.
 */

/** Largest number of bytes of a text that a customer or a carrier chose. UTF-8 has at most four bytes per character. */
const CHOSEN_TEXT_BYTES = 4 * REPORT_TEXT_CHARACTERS_MAX;

/**
 * Text columns whose content customers or carriers chose, which the views truncate. All other columns have at most 64
 * bytes.
 */
export const TEXT_BYTES_OF_COLUMNS: ReadonlyMap<string, number> = new Map([
  ...['name', 'carrier_name', 'file_name', 'member_external_id', 'member_name', 'policy_number', 'plan_name'].map(
    (column) => [column, CHOSEN_TEXT_BYTES] as const,
  ),
  ...['agent_id', 'agent_name', 'prev_value', 'curr_value'].map((column) => [column, CHOSEN_TEXT_BYTES] as const),
  // An array of a few words.
  ['flags', 1_000],
]);

export const NUMBER_COLUMNS: ReadonlySet<string> = new Set(
  [
    ['size_bytes', 'row_count', 'stated_total', 'attempts', 'row_number', 'amount'],
    ['commission_amount', 'prev_commission_amount', 'expected_amount', 'commission_owed', 'chargeback_amount'],
    ['member_count', 'green', 'yellow', 'red', 'new', 'reappeared', 'commission_at_risk', 'commission_dropped'],
    [
      'commission_reduced',
      'reduced_count',
      'owed_evaluated',
      'owed_total',
      'chargeback_count',
      'commission_owed_estimated',
    ],
    ['attrition_rate', 'net', 'gross', 'chargebacks'],
  ].flat(),
);
