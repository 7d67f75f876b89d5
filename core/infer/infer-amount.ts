import type { Money } from '../money.ts';
import type { ColumnSource, StatementConfig } from '../statement/config.ts';
import { headerWords } from '../statement/header-words.ts';
import { rowText } from '../statement/row-kind.ts';
import type { Assignment, Reading } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { namesPayee } from './header-meanings.ts';
import { holdsMoney, isNet, type MoneyColumn, moneyColumns, saysThisPeriod } from './money-columns.ts';
import { isRateOfPremium, moneyValues } from './yearly-premium.ts';

/** Minimum difference of the scores of two columns. Columns with nearer scores can't be distinguished by their headers. */
const RIVAL_MARGIN = 0.05;
/** Confidence when the values prove the choice but the header is less clear. */
const PROVEN = 0.85;
/** Minimum score of a commission column that takes precedence over debit and credit columns. */
const PLAIN_SCORE_MIN = 0.9;

/**
 * Chooses the amount: the column whose values prove that it is the sum of the payments, or else the column with the clearest header. The
 * choice is a guess, with a note, when similar columns differ, several columns are added up, or possible pay is left out.
 */
export function inferAmount(table: SheetTable, assignment: Assignment): AmountChoice {
  const money = moneyColumns(table, assignment.readings);
  const total = provenTotal(money);
  if (total !== null) return withUnit(withLeftOut(choiceOfTotal(total, assignment), money, total.parts), table);
  const choice = withChargebacks(chooseByHeaders(money, assignment), money);
  return withUnit(withLeftOut(choice, money, []), table);
}

const OTHER_CURRENCY = 'EUR|CAD|GBP|MXN|AUD|CHF|JPY|INR|euros?|canadian dollars?|pounds?|pesos?';
/** Matches a caption of amounts that are not plain dollars, or whose signs mean something else. */
const OTHER_UNIT = new RegExp(
  `\\b(?:cents?|thousands?|millions?|points?|bps|${OTHER_CURRENCY})\\b|[¢€£¥]|(?<![\\d,.])0{3}(?:'?s)?(?!\\d)|\\b(?:negatives?|minus|parenthes[ie]s|brackets?)\\s*(?:=|means?|is|are)`,
  'i',
);
/** Matches a sentence above or below the table that says the same of all amounts: "All amounts in cents", "($000)". */
const OTHER_UNIT_OF_ALL = new RegExp(
  `\\bin (?:US )?(?:cents|thousands|millions|${OTHER_CURRENCY})\\b|\\(\\s*\\$?\\s*0{3}'?s?\\s*\\)|\\b0{3}'?s omitted\\b|\\bcurrency\\b[\\s:]*(?:${OTHER_CURRENCY})\\b`,
  'i',
);

/** Matches the header of a column with the currency of each line. */
const CURRENCY_COLUMN = /^(?:\w+ )?(?:currency|curr|ccy)(?: code)?$/i;
const DOLLARS = /^(?:USD|US\$|\$|US dollars?)$/i;

/** Makes the choice a guess when a caption or a column says that the amounts are no plain dollars, because they are read as dollars. */
function withUnit(choice: AmountChoice, { columns, titles, oddRows }: SheetTable): AmountChoice {
  const names = choice.readings.map(({ column }) => column.title).filter((title) => OTHER_UNIT.test(title));
  const sentences = [...titles, ...oddRows]
    .map(({ cells }) => rowText(cells))
    .filter((text) => OTHER_UNIT_OF_ALL.test(text));
  const currencies = columns
    .filter(({ title }) => CURRENCY_COLUMN.test(title))
    .flatMap(({ profile }) => profile.texts.filter((text) => text !== '' && !DOLLARS.test(text)).slice(0, 1));
  const [caption] = [...names, ...sentences, ...currencies];
  if (choice.readings.length === 0 || caption === undefined) return choice;
  const note = `"${caption}" may say that the amounts are in another unit or have other signs; they are read as dollars, as printed.`;
  return { ...choice, confidence: Math.min(choice.confidence, GUESS), notes: [...choice.notes, note] };
}

/** Chooses the amount by the headers of the columns, because no column is proven to be their sum. */
function chooseByHeaders(money: readonly MoneyColumn[], { chosen, readings }: Assignment): AmountChoice {
  const amount = chosen.get('commission_amount');
  const [debit, credit] = [chosen.get('debit'), chosen.get('credit')];
  if (debit !== undefined && credit !== undefined && (amount?.score ?? 0) < PLAIN_SCORE_MIN)
    return creditMinusDebit(debit, credit);
  const kinds = sumOfKinds(money, amount);
  if (kinds !== null) return kinds;
  const override = chosen.get('override_amount');
  if (amount === undefined) {
    if (override === undefined) return NO_AMOUNT;
    return single(override, 0.6, [
      `"${override.column.name}" is the only amount; if it is not what was paid, choose another.`,
    ]);
  }
  const isOverridePaid = override !== undefined && money.some(({ column }) => column === override.column);
  if (isOverridePaid && amount.column !== override.column) return sumWithOverride(amount, override);
  return clearestColumn(amount, readings);
}

/** Chooses the column whose header means pay most clearly. It is a guess when another column is nearly as clear, with other values. */
function clearestColumn(amount: Reading, readings: readonly Reading[]): AmountChoice {
  const others = readings.filter(({ meaning, column }) => meaning === 'commission_amount' && column !== amount.column);
  const rivals = others.filter(
    ({ column, score }) => score > amount.score - RIVAL_MARGIN && differs(column, amount.column),
  );
  if (rivals.length > 0) {
    return single(amount, Math.min(amount.score, GUESS), [
      `"${amount.column.name}" was taken for the amount paid, but ${quotedNames(rivals)} may be: check against the statement's total.`,
    ]);
  }
  if (others.length === 0) {
    return single(amount, isRateOfPremium(amount.column, readings) ? Math.max(amount.score, PROVEN) : amount.score, []);
  }
  // Pay of this period and pay to date both look paid. The choice is a guess, because only the header tells them apart.
  const isPeriodOnly =
    saysThisPeriod(amount.column.name) && others.some(({ column }) => differs(column, amount.column));
  return single(amount, isPeriodOnly ? Math.min(amount.score, GUESS) : amount.score, [
    `Other columns with money: ${quotedNames(others)}. "${amount.column.name}" says most plainly that it was paid.`,
  ]);
}

function single(reading: Reading, confidence: number, notes: readonly string[]): AmountChoice {
  return { source: reading.column.name, sign: null, readings: [reading], confidence, notes };
}

const NO_AMOUNT: AmountChoice = {
  source: null,
  sign: null,
  readings: [],
  confidence: 0,
  notes: ['No column reads like an amount paid to the agency.'],
};

function creditMinusDebit(debit: Reading, credit: Reading): AmountChoice {
  return {
    source: null,
    sign: { debit: debit.column.name, credit: credit.column.name },
    readings: [credit, debit],
    confidence: Math.min(debit.score, credit.score, 0.85),
    notes: ['The amount is credit minus debit.'],
  };
}

function choiceOfTotal({ total, parts }: ProvenTotal, { readings, chosen }: Assignment): AmountChoice {
  const { column } = total;
  const known = readings.find((one) => one.column === column && one.meaning === 'commission_amount');
  const reading: Reading = known ?? { meaning: 'commission_amount', column, score: PROVEN };
  // A part may be paid to another person, such as an override or a second agent's share. The sum is then more than the agency's pay.
  const isShared = parts.some(
    (part) => part.column === chosen.get('override_amount')?.column || namesPayee(part.column.name),
  );
  return single(reading, isShared ? GUESS : Math.max(PROVEN, reading.score), [
    `"${column.name}" is the sum of ${quotedNames(parts)} in every row, and was taken for what was paid.`,
  ]);
}

/** Adds commission and override. A third column with their sum would have been chosen before, as a proven total. */
function sumWithOverride(amount: Reading, override: Reading): AmountChoice {
  return {
    source: { sum: [amount.column.name, override.column.name] },
    sign: null,
    readings: [amount, override],
    confidence: Math.min(amount.score, GUESS),
    notes: [
      `"${amount.column.name}" and "${override.column.name}" are added up; if one of them is paid to somebody else, take it out.`,
    ],
  };
}

/**
 * Adds columns such as "First Year Commission" and "Renewal Commission", because each line is paid in one of them. Returns null without two
 * such columns.
 */
function sumOfKinds(money: readonly MoneyColumn[], amount: Reading | undefined): AmountChoice | null {
  const kinds = money.filter(({ role }) => role === 'kind');
  const [first] = kinds;
  const alike = kinds.filter(({ common }) => common === first?.common);
  if (alike.length < 2 || !(amount === undefined || alike.some(({ column }) => column === amount.column))) return null;
  return {
    source: { sum: alike.map(({ column }) => column.name) },
    sign: null,
    readings: alike.map(({ column }) => ({ meaning: 'commission_amount', column, score: GUESS })),
    confidence: GUESS,
    notes: [`${quotedNames(alike)} are added up: each reads like the pay of one kind of business.`],
  };
}

/** Adds a note about each column of money that is not read, because its money would be lost silently. */
function withLeftOut(
  choice: AmountChoice,
  money: readonly MoneyColumn[],
  summands: readonly MoneyColumn[],
): AmountChoice {
  if (choice.readings.length === 0) return choice;
  const read = money.filter(({ column }) => choice.readings.some((reading) => reading.column === column));
  const known = [...read, ...summands];
  const others = money.filter(
    (one) => holdsMoney(one.column) && !known.includes(one) && !containsChargebacks(read, one),
  );
  const leftOut = others.filter(({ role }) => role !== 'pay' && role !== 'unknown');
  const unknown = others.filter(({ role }) => role === 'unknown');
  return {
    ...choice,
    confidence: leftOut.length > 0 ? Math.min(choice.confidence, GUESS) : choice.confidence,
    notes: [
      ...choice.notes,
      ...(leftOut.length > 0
        ? [
            `Not read, although there is money that may be paid or taken back: ${quotedNames(leftOut)}. "sum" adds a column to the amount, "sign" with "debit" and "credit" takes one off.`,
          ]
        : []),
      ...(unknown.length > 0 ? [`Columns of money that are not known by their names: ${quotedNames(unknown)}.`] : []),
    ],
  };
}

/** Returns whether two columns have different amounts in a row. */
function differs(one: TableColumn, other: TableColumn): boolean {
  const others = moneyValues(other);
  return moneyValues(one).some((value, row) => value !== others[row]);
}

/**
 * Includes a column of chargebacks in the amount. Chargebacks without signs become the debit, with the commission as credit; negative
 * chargebacks are added. The choice stays unchanged beside net amounts, and for unsigned chargebacks beside signed amounts.
 */
function withChargebacks(choice: AmountChoice, money: readonly MoneyColumn[]): AmountChoice {
  const takenBack = money.filter(({ role }) => role === 'taken-back');
  const own = money.filter(({ column }) => choice.readings.some((reading) => reading.column === column));
  const [back] = takenBack;
  if (back === undefined || takenBack.length > 1 || own.includes(back) || containsChargebacks(own, back)) return choice;
  if (choice.sign !== null || own.length === 0 || own.length < choice.readings.length) return choice;
  if (own.some(({ column }) => headerWords(column.name).includes('net'))) return choice;
  const { name } = back.column;
  const combined = {
    readings: [...choice.readings, { meaning: 'commission_amount', column: back.column, score: GUESS } as const],
    confidence: Math.min(choice.confidence, GUESS),
  };
  const hasNegatives = [back, ...own].some(({ values }) => values.some((value) => value < 0));
  const [only] = own;
  if (own.length === 1 && only !== undefined && !hasNegatives) {
    const note = `"${name}" has no signs and was taken off: the amount is "${only.column.name}" minus "${name}".`;
    return {
      ...combined,
      source: null,
      sign: { debit: name, credit: only.column.name },
      notes: [...choice.notes, note],
    };
  }
  if (back.values.some((value) => value > 0)) return choice;
  const note = `"${name}" is negative and was added to ${quotedNames(own)}.`;
  const sum = [...own.map(({ column }) => column.name), name];
  return { ...combined, source: { sum }, sign: null, notes: [...choice.notes, note] };
}

/** Returns whether the sum of the columns `own` already contains every chargeback of the column `back`, as a negative amount. */
function containsChargebacks(own: readonly MoneyColumn[], back: MoneyColumn): boolean {
  return (
    back.role === 'taken-back' &&
    back.values.every(
      (value, row) => value === 0 || own.reduce((sum, { values }) => sum + (values[row] ?? 0), 0) === -Math.abs(value),
    )
  );
}

/** A column whose values prove that it is the sum of other columns. */
interface ProvenTotal {
  readonly total: MoneyColumn;
  /** All columns that are part of the sum. */
  readonly parts: readonly MoneyColumn[];
}

/** Tolerance of a sum: a little more than half a cent, for parts that a spreadsheet rounded separately. */
const ROUNDING: Money = 60;
/** Minimum number of rows with money. A single row may add up by chance. */
const ROWS_MIN = 2;
/** Largest number of columns that are tried as parts, in 256 combinations. Statements have fewer columns of pay. */
const PARTS_MAX = 8;

/**
 * Finds the column that is the sum of at least two other columns in every row, minus unsigned chargebacks. Of several sums it returns the
 * first that is part of no other sum. A gross column may include another person's share, and a sum of pay "this period" is pay to date.
 */
function provenTotal(money: readonly MoneyColumn[]): ProvenTotal | null {
  const proofs = money
    .filter((column) => column.role === 'pay' && !isGross(column))
    .map((total) => ({ total, parts: partsOf(total, money) }))
    .filter(({ parts }) => parts.length > 0 && !parts.some(({ column }) => saysThisPeriod(column.name)));
  return proofs.find(({ total }) => !proofs.some(({ parts }) => parts.includes(total))) ?? null;
}

function isGross({ column }: MoneyColumn): boolean {
  return headerWords(column.name).includes('gross');
}

/** Returns the columns of all combinations that add up to the column in every row; empty when none does. */
function partsOf(total: MoneyColumn, money: readonly MoneyColumn[]): readonly MoneyColumn[] {
  const filled = total.values.filter((value) => value !== 0).length;
  // A net column may be 0 in every row, while advances are recovered.
  if (filled < ROWS_MIN && !(filled === 0 && isNet(total.column))) return [];
  const others = money
    .filter((one) => one !== total)
    .slice(0, PARTS_MAX)
    .map((one) => ({ one, sign: signOf(one) }));
  const found = new Set<MoneyColumn>();
  for (let chosen = 1; chosen < 1 << others.length; chosen += 1) {
    const parts = others.filter((_, at) => (chosen & (1 << at)) !== 0);
    if (parts.length >= 2 && parts.some(hasMoney) && isSum(total, parts)) for (const { one } of parts) found.add(one);
  }
  return [...found];
}

/** Returns whether enough rows of a part have money. Parts of zeros would add up to a zero by chance. */
function hasMoney({ one }: { readonly one: MoneyColumn }): boolean {
  return one.values.filter((value) => value !== 0).length >= ROWS_MIN;
}

/** Returns -1 for unsigned chargebacks, which are subtracted. */
function signOf({ role, values }: MoneyColumn): 1 | -1 {
  return role === 'taken-back' && values.every((value) => value >= 0) ? -1 : 1;
}

function isSum(total: MoneyColumn, parts: readonly { readonly one: MoneyColumn; readonly sign: 1 | -1 }[]): boolean {
  return total.values.every((value, row) => {
    const sum = parts.reduce((before, { one, sign }) => before + sign * (one.values[row] ?? 0), 0);
    return Math.abs(sum - value) <= ROUNDING;
  });
}

/** The columns that make the paid amount, as `inferAmount` chooses them. */
export interface AmountChoice {
  /** Source of the amount. Null when no column has it, and when `sign` names a debit and a credit column. */
  readonly source: ColumnSource | null;
  /** The debit and credit columns that make the amount; null when `source` makes it. */
  readonly sign: StatementConfig['sign'] | null;
  /** The columns whose values make the amount, each with its score. */
  readonly readings: readonly Reading[];
  /** From 0 to 1; 0 when no column has the amount. */
  readonly confidence: number;
  /** Sentences for the person who checks the proposal. */
  readonly notes: readonly string[];
}

/** Score and confidence of a guess. It is below 0.8, so that a person has to check the proposal. */
export const GUESS = 0.7;

/** Returns the quoted names of columns, each once, separated by commas. */
function quotedNames(list: readonly { readonly column: TableColumn }[]): string {
  return [...new Set(list.map(({ column }) => `"${column.name}"`))].join(', ');
}
