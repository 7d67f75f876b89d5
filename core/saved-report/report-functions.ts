/**
 * Functions that a report may call, by name and number of arguments as PostgreSQL's catalogue counts them. The ORDER BY
 * of WITHIN GROUP counts as an argument, and a function of any number of arguments also takes VARIADIC. No listed
 * function is volatile, writes, reads other data, describes the server, or takes a table's name.
 */

const ANY_NUMBER = Number.POSITIVE_INFINITY;

interface ArgumentCount {
  readonly min: number;
  readonly max: number;
}

export interface FunctionGroup {
  readonly title: string;
  /** Lines of names separated by spaces, with the least and most arguments. */
  readonly calls: readonly (readonly [names: string, min: number, max: number])[];
}

export const REPORT_FUNCTION_GROUPS: readonly FunctionGroup[] = [
  {
    title: 'Aggregates',
    calls: [
      ['count', 0, 1],
      ['sum avg min max any_value bool_and bool_or every bit_and bit_or bit_xor', 1, 1],
      ['stddev stddev_pop stddev_samp variance var_pop var_samp array_agg json_agg jsonb_agg mode', 1, 1],
      ['corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope', 2, 2],
      ['regr_sxx regr_sxy regr_syy percentile_cont percentile_disc string_agg', 2, 2],
      ['json_object_agg jsonb_object_agg', 2, 2],
    ],
  },
  {
    title: 'Windows and ranks',
    calls: [
      ['row_number', 0, 0],
      ['rank dense_rank percent_rank cume_dist', 0, ANY_NUMBER],
      ['ntile first_value last_value', 1, 1],
      ['nth_value', 2, 2],
      ['lag lead', 1, 3],
    ],
  },
  {
    title: 'Texts',
    calls: [
      ['lower upper initcap length char_length character_length octet_length reverse ascii chr md5 to_hex', 1, 1],
      ['btrim ltrim rtrim normalize is_normalized similar_to_escape', 1, 2],
      ['left right repeat strpos position starts_with like_escape', 2, 2],
      ['substr substring lpad rpad string_to_array string_to_table regexp_match regexp_matches', 2, 3],
      ['regexp_like regexp_split_to_array regexp_split_to_table', 2, 3],
      ['regexp_count', 2, 4],
      ['regexp_substr', 2, 6],
      ['regexp_instr', 2, 7],
      ['regexp_replace', 3, 6],
      ['replace translate split_part', 3, 3],
      ['overlay', 3, 4],
      ['concat format', 1, ANY_NUMBER],
      ['concat_ws', 2, ANY_NUMBER],
    ],
  },
  {
    title: 'Numbers',
    calls: [
      ['pi', 0, 0],
      ['abs ceil ceiling floor sign sqrt cbrt exp ln log10 degrees radians scale min_scale trim_scale', 1, 1],
      ['sin cos tan cot asin acos atan', 1, 1],
      ['round trunc log', 1, 2],
      ['mod div power pow atan2 gcd lcm', 2, 2],
      ['width_bucket', 2, 4],
      ['num_nulls num_nonnulls', 1, ANY_NUMBER],
    ],
  },
  {
    title: 'Dates and times',
    calls: [
      ['now', 0, 0],
      ['date isfinite justify_days justify_hours justify_interval', 1, 1],
      ['age to_timestamp timezone', 1, 2],
      ['date_part extract to_char to_date to_number', 2, 2],
      ['date_trunc date_add date_subtract', 2, 3],
      ['date_bin make_date make_time', 3, 3],
      ['overlaps', 4, 4],
      ['make_timestamp', 6, 6],
      ['make_timestamptz', 6, 7],
      ['make_interval', 0, 7],
    ],
  },
  {
    title: 'Rows and arrays',
    calls: [
      ['generate_series', 2, 4],
      ['generate_subscripts', 2, 3],
      ['unnest cardinality array_ndims array_dims', 1, 1],
      ['array_length array_lower array_upper array_append array_prepend array_cat array_remove', 2, 2],
      ['array_positions trim_array', 2, 2],
      ['array_position array_to_string', 2, 3],
      ['array_replace', 3, 3],
    ],
  },
  {
    title: 'JSON',
    calls: [
      ['json_build_object jsonb_build_object json_build_array jsonb_build_array', 0, ANY_NUMBER],
      ['to_json to_jsonb json_array_length jsonb_array_length json_typeof jsonb_typeof', 1, 1],
      ['json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text', 1, 1],
      ['json_each jsonb_each json_each_text jsonb_each_text json_object_keys jsonb_object_keys', 1, 1],
      ['json_strip_nulls jsonb_strip_nulls jsonb_pretty', 1, 1],
      ['json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset', 1, 1],
      ['row_to_json array_to_json json_object jsonb_object', 1, 2],
      ['json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text', 2, ANY_NUMBER],
      ['jsonb_set jsonb_insert', 3, 4],
    ],
  },
];

/** Number of arguments by function. */
export const REPORT_FUNCTIONS: ReadonlyMap<string, ArgumentCount> = new Map(
  REPORT_FUNCTION_GROUPS.flatMap(({ calls }) =>
    calls.flatMap(([names, min, max]) => names.split(' ').map((name): [string, ArgumentCount] => [name, { min, max }])),
  ),
);

/** Functions with a length argument. Constants over TEXT_LENGTH_MAX are refused. */
export const LENGTH_FUNCTIONS: ReadonlySet<string> = new Set(['repeat', 'lpad', 'rpad']);
export const TEXT_LENGTH_MAX = 10_000;
