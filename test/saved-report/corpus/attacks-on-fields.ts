import { type Attack, refused } from './attack.ts';

const TEXT = `'select 1'::text`;

/** Attacks that call a function by a name after a dot, which PostgreSQL does if the row has no such column. */
export const ATTACKS_ON_FIELDS: readonly Attack[] = refused({
  'a text as the row of a function': `select (z.q).ts_stat from (select ${TEXT} as q) z, (select 1 as ts_stat) u`,
  'the row of a function in from': `select u.ts_stat from unnest(array[${TEXT}]) u, (select 1 as ts_stat) z`,
  'the row of a table by an alias': `select m.has_table_privilege from members m, (select 1 as has_table_privilege) u`,
  'a locking function': `select (z.q).pg_advisory_lock from (select 1::int8 as q) z`,
  'a locking function by a common name': `select (z.q).name from (select 1::int8 as q) z, (select 1 as name) u`,
  'a listed function, where it could not be counted': `select (z.q).md5 from (select ${TEXT} as q) z, (select 1 as md5) u`,
  'a listed function of a scalar in from': `select u.md5 from unnest(array[${TEXT}]) u, (select 1 as md5) z`,
  'a type as a field': `select (z.q).xml from (select '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'::text as q) z, (select 1 as xml) u`,
  'a listed type as a field': `select (z.q).numeric from (select '1e131071'::text as q) z, (select 1 as numeric) u`,
  'a type of an array as a field': `select (z.q)._members from (select '{}'::text as q) z, (select 1 as _members) u`,
  'a type whose name a managed server adds': `select 1 as aws_lambda`,
  'the column of another table of the same alias': `select u.carrier_name from (select ${TEXT} as q) u where exists (select 1 from carriers u)`,
  'the column of a hidden table': `select a.carrier_name from (carriers a join files b using (carrier_id)) as j`,
  'a column that the using alias has not': `select j.carrier_name from carriers a join files b using (carrier_id) as j`,
  'a column that was renamed': `select w.name from workspaces w (a, b)`,
  'a column of a with query that was renamed': `with w (a) as (select name from workspaces) select w.name from w`,
  'a column of the rows of a function': `select e.a from json_each('{"a":1}') e`,
  'a column beside a lateral table': `select 1 from carriers c, (select c.carrier_name) d`,
  'a column of a constructed row': `select (row(1, 2)).f1`,
  'a field of an array of rows': `select (array_agg(c)).carrier_name from carriers c`,
  'all fields of a text': `select (z.q).* from (select ${TEXT} as q) z`,
  'a field of a number in an order': `select 1 from (select 1 as q) z order by (z.q).oid`,
  'a name of the catalogue for a table': `select 1 from carriers ts_stat`,
  'a name of the catalogue for a column': `select 1 as ts_stat`,
  'a name of the catalogue in a list of columns': `select 1 from carriers c (ts_stat)`,
});
