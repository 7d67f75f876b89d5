import type { NodeFields } from './query-nodes.ts';
import { REPORT_VIEWS } from './report-views.ts';

/** Limits that differ for an analyst's text and a rewritten one. */
export type SqlLimits = Readonly<Record<'depth' | 'nodes' | 'steps' | 'brackets', number>>;

/** Facts collected while a query is read. */
export interface Reading {
  readonly limits: SqlLimits;
  nodes: number;
  /** Report views named by the query. */
  readonly relations: Set<string>;
  viewReferences: number;
  /** Evaluated expressions, counted again for each round of a recursion. */
  steps: number;
  /** Number of relations after every WITH query is expanded where it is used. */
  expandedReferences: number;
  /** Names that the query declares for columns and tables. A name may be used before it is declared. */
  readonly declaredNames: Set<string>;
  /** Names used without a table. They are checked when all declared names are known. */
  readonly usedColumns: UsedName[];
  /** Uses of `table.column` and `(row).column` that are not resolved yet. PostgreSQL would call a function for an unknown column. */
  readonly unresolvedFields: Map<NodeFields, number | null>;
  /** Clocks such as now(), which are replaced by the run's date. */
  readonly clocks: Clock[];
}

export interface UsedName {
  readonly name: string;
  readonly location: number | null;
}

export interface Clock {
  readonly name: 'now' | 'current_timestamp' | 'localtimestamp';
  readonly location: number | null;
}

/** Position of the reader in the tree. */
export interface Place {
  readonly reading: Reading;
  readonly depth: number;
  /** Levels within chains, which do not count as depth. */
  readonly joined: number;
  /** Kind of the chain that the parent node belongs to; null without a chain. */
  readonly chain: string | null;
  /** Visible WITH queries, with the number of relations that each query reads when it is expanded. */
  readonly withQueries: ReadonlyMap<string, number>;
  /** Location of the nearest node that has one. */
  readonly location: number | null;
}

/** Starts the reading of a query. */
export function beginReading(limits: SqlLimits): Reading {
  return {
    limits,
    nodes: 0,
    relations: new Set(),
    viewReferences: 0,
    steps: 0,
    expandedReferences: 0,
    declaredNames: new Set(),
    usedColumns: [],
    unresolvedFields: new Map(),
    clocks: [],
  };
}

/**
 * Records the declared name of a column or a table. Throws NotAllowed for the name of a function or type, which a row's field would call.
 */
export function declareName(reading: Reading, name: string, location: number | null): void {
  if (isCatalogueName(name)) {
    throw new NotAllowed(`The name ${name} is that of a function or type of PostgreSQL; choose another`, location);
  }
  reading.declaredNames.add(name);
}

/**
 * Stops the reading of a query at the first forbidden part, however deep. `judgeQuery` catches it and returns a
 * refusal.
 */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  /** Byte offset in the text; null without a place. */
  readonly location: number | null;

  /** `what` is a sentence for the analyst without its full stop: `Function pg_sleep is not available in reports`. */
  constructor(what: string, location: number | null) {
    super(what);
    this.location = location;
  }
}

/**
 * Names that a query may not give to columns or tables. Without a column f, `m.f` and `(m).f` call the function f or
 * cast to the type f. The list has PostgreSQL 17's types and functions of one argument, except allowed ones and common
 * harmless words. A test compares it with the server.
 */

/** Prefixes of functions added by managed servers and later releases. */
const PREFIXES = /^_?(?:pg|aws|rds|aurora)_/;

/** System columns of every table. */
const SYSTEM_COLUMNS = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'];

/**
 * Names that reports need, although PostgreSQL has functions of these names. A test checks that each such function is
 * harmless.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [
    ['name', 'path', 'line', 'point', 'box', 'area', 'center', 'height', 'width', 'radius'],
    ['host', 'network', 'family', 'money', 'unknown'],
  ].flat(),
);

/** Tells whether a name is a function or type of PostgreSQL that reports may not use. */
export function isCatalogueName(name: string): boolean {
  return PREFIXES.test(name) || NAMES.has(name);
}

const NAMES: ReadonlySet<string> = new Set([
  ...SYSTEM_COLUMNS,
  ...[...REPORT_VIEWS.keys()].map((view) => `_${view}`),
  ...`
    _aclitem _bit _bool _box _bpchar _bytea _char _cid _cidr _circle _cstring _date _datemultirange _daterange
    _float4 _float8 _gtsvector _inet _int2 _int2vector _int4 _int4multirange _int4range _int8 _int8multirange
    _int8range _interval _json _jsonb _jsonpath _line _lseg _macaddr _macaddr8 _money _name _numeric _nummultirange
    _numrange _oid _oidvector _path _point _polygon _record _refcursor _regclass _regcollation _regconfig
    _regdictionary _regnamespace _regoper _regoperator _regproc _regprocedure _regrole _regtype _text _tid _time
    _timestamp _timestamptz _timetz _tsmultirange _tsquery _tsrange _tstzmultirange _tstzrange _tsvector
    _txid_snapshot _uuid _varbit _varchar _xid _xid8 _xml abbrev aclexplode aclitem aclitemin aclitemout acosd acosh
    amvalidate any any_in any_out anyarray anyarray_in anyarray_out anyarray_recv anyarray_send anycompatible
    anycompatible_in anycompatible_out anycompatiblearray anycompatiblearray_in anycompatiblearray_out
    anycompatiblearray_recv anycompatiblearray_send anycompatiblemultirange anycompatiblemultirange_out
    anycompatiblenonarray anycompatiblenonarray_in anycompatiblenonarray_out anycompatiblerange
    anycompatiblerange_out anyelement anyelement_in anyelement_out anyenum anyenum_in anyenum_out anymultirange
    anymultirange_out anynonarray anynonarray_in anynonarray_out anyrange anyrange_out array_agg_array_serialize
    array_agg_serialize array_out array_send array_shuffle array_subscript_handler array_to_tsvector
    array_typanalyze array_unnest_support asind asinh atand atanh bernoulli
    binary_upgrade_logical_slot_has_caught_up binary_upgrade_set_next_array_pg_type_oid
    binary_upgrade_set_next_heap_pg_class_oid binary_upgrade_set_next_heap_relfilenode
    binary_upgrade_set_next_index_pg_class_oid binary_upgrade_set_next_index_relfilenode
    binary_upgrade_set_next_multirange_array_pg_type_oid binary_upgrade_set_next_multirange_pg_type_oid
    binary_upgrade_set_next_pg_authid_oid binary_upgrade_set_next_pg_enum_oid
    binary_upgrade_set_next_pg_tablespace_oid binary_upgrade_set_next_pg_type_oid
    binary_upgrade_set_next_toast_pg_class_oid binary_upgrade_set_next_toast_relfilenode
    binary_upgrade_set_record_init_privs bit bit_count bit_length bit_out bit_send bitnot bittypmodin bittypmodout
    bool_alltrue bool_anytrue boolin boolout boolrecv boolsend box_center box_in box_out box_recv box_send
    bpchar_sortsupport bpcharout bpcharsend bpchartypmodin bpchartypmodout brin_bloom_opcinfo brin_bloom_options
    brin_bloom_summary_in brin_bloom_summary_out brin_bloom_summary_recv brin_bloom_summary_send
    brin_inclusion_opcinfo brin_minmax_multi_opcinfo brin_minmax_multi_options brin_minmax_multi_summary_in
    brin_minmax_multi_summary_out brin_minmax_multi_summary_recv brin_minmax_multi_summary_send brin_minmax_opcinfo
    brin_summarize_new_values brinhandler broadcast btbpchar_pattern_sortsupport btequalimage btfloat4sortsupport
    btfloat8sortsupport bthandler btint2sortsupport btint4sortsupport btint8sortsupport btnamesortsupport
    btoidsortsupport bttext_pattern_sortsupport bttextsortsupport btvarstrequalimage bytea bytea_sortsupport
    bytea_string_agg_finalfn byteain byteaout bytearecv byteasend cash_in cash_out cash_recv cash_send cash_words
    char charin charout charrecv charsend cid cidin cidout cidr cidr_in cidr_out cidr_recv cidr_send cidrecv cidsend
    circle circle_center circle_in circle_out circle_recv circle_send cosd cosh cotd cstring cstring_in cstring_out
    cstring_recv cstring_send cume_dist_final current_schemas current_setting currval date_in date_out date_recv
    date_send date_sortsupport datemultirange daterange daterange_canonical dcbrt dense_rank_final dexp diagonal
    diameter dispell_init dlog1 dlog10 dround dsimple_init dsnowball_init dsqrt dsynonym_init dtrunc
    elem_contained_by_range_support enum_first enum_last enum_out enum_range enum_send erf erfc event_trigger
    event_trigger_in event_trigger_out factorial fdw_handler fdw_handler_in fdw_handler_out float4abs float4in
    float4out float4recv float4send float4um float4up float8_avg float8_corr float8_covar_pop float8_covar_samp
    float8_regr_avgx float8_regr_avgy float8_regr_intercept float8_regr_r2 float8_regr_slope float8_regr_sxx
    float8_regr_sxy float8_regr_syy float8_stddev_pop float8_stddev_samp float8_var_pop float8_var_samp float8abs
    float8in float8out float8recv float8send float8um float8up fmgr_c_validator fmgr_internal_validator
    fmgr_sql_validator generate_series_int4_support generate_series_int8_support gin_clean_pending_list ginhandler
    gist_circle_compress gist_point_compress gist_point_fetch gist_point_sortsupport gist_poly_compress gisthandler
    gtsquery_compress gtsvector gtsvector_compress gtsvector_decompress gtsvector_options gtsvectorin gtsvectorout
    hash_aclitem hash_array hash_multirange hash_numeric hash_range hash_record hashbpchar hashchar hashenum
    hashfloat4 hashfloat8 hashhandler hashinet hashint2 hashint4 hashint8 hashmacaddr hashmacaddr8 hashname hashoid
    hashoidvector hashtext hashtid hashvarlena heap_tableam_handler hostmask index_am_handler index_am_handler_in
    index_am_handler_out inet inet_gist_compress inet_gist_fetch inet_in inet_out inet_recv inet_send inetnot
    int2abs int2in int2int4_sum int2not int2out int2recv int2send int2um int2up int2vector int2vectorin
    int2vectorout int2vectorrecv int2vectorsend int4abs int4in int4inc int4multirange int4not int4out int4range
    int4range_canonical int4recv int4send int4um int4up int8_avg int8_avg_serialize int8abs int8dec int8in int8inc
    int8inc_support int8multirange int8not int8out int8range int8range_canonical int8recv int8send int8um int8up
    internal internal_in internal_out interval_avg interval_avg_serialize interval_hash interval_out interval_send
    interval_sum interval_support interval_um intervaltypmodin intervaltypmodout isclosed isempty ishorizontal
    isopen isvertical json_agg_finalfn json_agg_strict json_in json_object_agg_finalfn json_out json_recv json_send
    jsonb_agg_finalfn jsonb_agg_strict jsonb_delete jsonb_hash jsonb_in jsonb_object_agg_finalfn jsonb_out
    jsonb_recv jsonb_send jsonb_subscript_handler jsonpath jsonpath_in jsonpath_out jsonpath_recv jsonpath_send
    language_handler language_handler_in language_handler_out line_horizontal line_in line_out line_recv line_send
    line_vertical lo_close lo_creat lo_create lo_get lo_import lo_tell lo_tell64 lo_unlink lower_inc lower_inf lseg
    lseg_center lseg_horizontal lseg_in lseg_length lseg_out lseg_recv lseg_send lseg_vertical macaddr macaddr8
    macaddr8_in macaddr8_not macaddr8_out macaddr8_recv macaddr8_send macaddr8_set7bit macaddr_in macaddr_not
    macaddr_out macaddr_recv macaddr_send macaddr_sortsupport masklen multirange multirange_gist_compress
    multirange_out multirange_send multirange_typanalyze mxid_age namein nameout namerecv namesend netmask
    network_sortsupport network_subset_support nextval npoints numeric_abs numeric_avg numeric_avg_serialize
    numeric_exp numeric_inc numeric_ln numeric_out numeric_poly_avg numeric_poly_serialize numeric_poly_stddev_pop
    numeric_poly_stddev_samp numeric_poly_sum numeric_poly_var_pop numeric_poly_var_samp numeric_send
    numeric_serialize numeric_sortsupport numeric_sqrt numeric_stddev_pop numeric_stddev_samp numeric_sum
    numeric_support numeric_uminus numeric_uplus numeric_var_pop numeric_var_samp numerictypmodin numerictypmodout
    nummultirange numnode numrange obj_description oid oidin oidout oidrecv oidsend oidvector oidvectorin
    oidvectorout oidvectorrecv oidvectorsend oidvectortypes ordered_set_transition_multi parse_ident path_in
    path_length path_npoints path_out path_recv path_send pclose percent_rank_final phraseto_tsquery plainto_tsquery
    plpgsql_inline_handler plpgsql_validator point_in point_out point_recv point_send poly_center poly_in
    poly_npoints poly_out poly_recv poly_send polygon popen prsd_end prsd_lextype querytree quote_ident
    quote_literal quote_nullable random_normal range_agg range_contains_elem_support range_intersect_agg range_merge
    range_out range_send range_typanalyze rank_final raw_array_subscript_handler record record_out record_send
    refcursor regclass regclassin regclassout regclassrecv regclasssend regcollation regcollationin regcollationout
    regcollationrecv regcollationsend regconfig regconfigin regconfigout regconfigrecv regconfigsend regdictionary
    regdictionaryin regdictionaryout regdictionaryrecv regdictionarysend regnamespace regnamespacein regnamespaceout
    regnamespacerecv regnamespacesend regoper regoperator regoperatorin regoperatorout regoperatorrecv
    regoperatorsend regoperin regoperout regoperrecv regopersend regproc regprocedure regprocedurein regprocedureout
    regprocedurerecv regproceduresend regprocin regprocout regprocrecv regprocsend regrole regrolein regroleout
    regrolerecv regrolesend regtype regtypein regtypeout regtyperecv regtypesend row_security_active
    satisfies_hash_partition setseed sha224 sha256 sha384 sha512 shell_in shell_out sind sinh spg_poly_quad_compress
    spghandler string_agg_finalfn string_agg_serialize strip system table_am_handler table_am_handler_in
    table_am_handler_out tand tanh text_starts_with_support texticlike_support texticregexeq_support textin textlen
    textlike_support textout textrecv textregexeq_support textsend thesaurus_init tid tidin tidout tidrecv tidsend
    time_hash time_out time_send time_support timestamp_hash timestamp_out timestamp_send timestamp_sortsupport
    timestamp_support timestamptypmodin timestamptypmodout timestamptz_out timestamptz_send timestamptztypmodin
    timestamptztypmodout timetypmodin timetypmodout timetz timetz_hash timetz_out timetz_send timetztypmodin
    timetztypmodout to_ascii to_bin to_oct to_regclass to_regcollation to_regnamespace to_regoper to_regoperator
    to_regproc to_regprocedure to_regrole to_regtype to_regtypemod to_tsquery to_tsvector trigger trigger_in
    trigger_out ts_debug ts_stat ts_token_type ts_typanalyze tsm_handler tsm_handler_in tsm_handler_out tsmultirange
    tsquery tsquery_not tsqueryin tsqueryout tsqueryrecv tsquerysend tsrange tstzmultirange tstzrange tsvector
    tsvector_to_array tsvectorin tsvectorout tsvectorrecv tsvectorsend txid_snapshot txid_snapshot_in
    txid_snapshot_out txid_snapshot_recv txid_snapshot_send txid_snapshot_xip txid_snapshot_xmax txid_snapshot_xmin
    txid_status unicode_assigned unistr unknownin unknownout unknownrecv unknownsend upper_inc upper_inf
    uuid_extract_timestamp uuid_extract_version uuid_hash uuid_in uuid_out uuid_recv uuid_send uuid_sortsupport
    varbit varbit_out varbit_send varbit_support varbittypmodin varbittypmodout varchar_support varcharout
    varcharsend varchartypmodin varchartypmodout void void_in void_out void_recv void_send websearch_to_tsquery
    window_cume_dist_support window_dense_rank_support window_ntile_support window_percent_rank_support
    window_rank_support window_row_number_support xid xid8 xid8in xid8out xid8recv xid8send xidin xidout xidrecv
    xidsend xml xml_in xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xml_out xml_recv
    xml_send xmlagg xmlcomment xmltext
  `
    .trim()
    .split(/\s+/),
]);
