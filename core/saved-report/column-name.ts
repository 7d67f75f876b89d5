import { typeOf } from './disguised-clock.ts';
import { type NodeFields, namesOf, textOf, unwrapNode } from './node-fields.ts';

const NO_NAME = '?column?';

/**
 * Returns the name that PostgreSQL gives to an unnamed column. `nameOfSubquery` names the first column of a subquery.
 */
export function columnName(value: unknown, nameOfSubquery: (sublink: NodeFields) => string): string {
  return chosenName(value, nameOfSubquery)?.name ?? NO_NAME;
}

/** The name of an expression. A weak name, that of a cast or a CASE, is used only when the inner expression has no name or a weak one. */
interface ChosenName {
  readonly name: string;
  readonly isWeak: boolean;
}

function chosenName(value: unknown, nameOfSubquery: (sublink: NodeFields) => string): ChosenName | null {
  const node = unwrapNode(value);
  if (node === null) return null;
  const { type, fields } = node;
  const inside = (expression: unknown) => chosenName(expression, nameOfSubquery);
  switch (type) {
    case 'ColumnRef':
      return strong(namesOf(fields['fields']).findLast((name) => name !== null));
    case 'A_Indirection':
      return strong(namesOf(fields['indirection']).findLast((name) => name !== null)) ?? inside(fields['arg']);
    case 'FuncCall':
      return strong(namesOf(fields['funcname']).at(-1));
    case 'A_Expr':
      return textOf(fields['kind']) === 'AEXPR_NULLIF' ? strong('nullif') : null;
    case 'TypeCast':
      return unlessWeak(inside(fields['arg']), typeOf(fields['typeName']));
    case 'CollateClause':
      return inside(fields['arg']);
    case 'CaseExpr':
      return unlessWeak(inside(fields['defresult']), 'case');
    case 'MinMaxExpr':
      return strong(textOf(fields['op']) === 'IS_GREATEST' ? 'greatest' : 'least');
    case 'SubLink':
      return nameOfSublink(fields, nameOfSubquery);
    case 'SQLValueFunction':
      return strong(textOf(fields['op']).replace('SVFOP_', '').toLowerCase());
    default:
      return strong(FIXED_NAMES.get(type));
  }
}

const FIXED_NAMES: ReadonlyMap<string, string> = new Map([
  ['GroupingFunc', 'grouping'],
  ['A_ArrayExpr', 'array'],
  ['RowExpr', 'row'],
  ['CoalesceExpr', 'coalesce'],
  ['JsonObjectConstructor', 'json_object'],
  ['JsonArrayConstructor', 'json_array'],
  ['JsonObjectAgg', 'json_objectagg'],
  ['JsonArrayAgg', 'json_arrayagg'],
]);

function nameOfSublink(sublink: NodeFields, nameOfSubquery: (sublink: NodeFields) => string): ChosenName | null {
  switch (textOf(sublink['subLinkType'])) {
    case 'EXISTS_SUBLINK':
      return strong('exists');
    case 'ARRAY_SUBLINK':
      return strong('array');
    case 'EXPR_SUBLINK':
      return strong(nameOfSubquery(sublink));
    default:
      return null;
  }
}

function strong(name: string | null | undefined): ChosenName | null {
  return typeof name === 'string' ? { name, isWeak: false } : null;
}

function unlessWeak(inner: ChosenName | null, name: string): ChosenName {
  return inner === null || inner.isWeak ? { name, isWeak: true } : inner;
}
