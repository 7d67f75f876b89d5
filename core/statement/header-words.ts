import type { Money } from '../money.ts';
import { isBlank } from './column-binding.ts';
import { legibleText } from './displayed-text.ts';
import type { Cell } from './source.ts';

/**
 * Splits column headers into normalised words. "Member ID", "MBR_ID", "MemberId" and "MEMBERIDENTIFIER" all become
 * `member id`. Format inference and the search for renamed columns compare these words.
 */

/** Abbreviations and other forms, by the word that they stand for. Only words of commission statements are listed. */
const FORMS: Readonly<Record<string, string>> = {
  account: 'acct accounts',
  advance: 'adv advanced advances',
  agency: 'agcy agencies',
  agent: 'agt agnt agents',
  adjustment: 'adj adjust adjustments',
  amount: 'amt amnt amounts $ usd dollars dollar',
  associate: 'assoc associates',
  balance: 'bal',
  beneficiary: 'bene benef',
  billed: 'bill billing',
  birth: 'dob birthdate',
  broker: 'brkr brokers brk',
  business: 'bus',
  certificate: 'cert crt',
  chargeback: 'cbk chgbck chbk chargebacks',
  client: 'clients',
  code: 'cd codes',
  commission: 'comm comms commissions commiss cmsn cmmsn comissions com commision commisions',
  commissionable: 'commbl',
  comment: 'comments',
  company: 'co',
  compensation: 'comp compen',
  contract: 'contr contracts',
  count: 'cnt ct counts qty quantity',
  coverage: 'cov cvg covg',
  customer: 'cust customers',
  cycle: 'cyc',
  date: 'dt dte dates',
  description: 'desc descr descrip',
  disenroll: 'disenrollment disenrolled disenrolment disenr disenrl',
  earner: 'earners',
  effective: 'eff efft effect effectv effdt',
  employee: 'emp empl',
  employer: 'emplr',
  enroll: 'enrollment enrolled enrolment enr enrol enrl enrollments',
  expiration: 'exp expire expiry expires expir',
  first: 'frst 1st given',
  from: 'frm',
  group: 'grp groups',
  id: 'ids ident identifier identification identity identifiers',
  inception: 'incept',
  insured: 'insd insureds ins insd',
  issue: 'iss issued',
  last: 'lst surname',
  lives: 'live life',
  member: 'mbr memb mem members mbrs',
  medicare: 'mcare mcr',
  middle: 'mid mi',
  month: 'mo mon mth mnth months mos mths',
  name: 'nm names nme fullname',
  number: 'nbr num no nr numb nmbr # numbers',
  original: 'orig origin',
  override: 'ovr ovrd overrides ovrride',
  paid: 'pd payed',
  payee: 'payees',
  payment: 'pmt pymt pymnt paymt pay payments pmnt',
  percent: 'pct perc percentage % prcnt',
  period: 'per periods prd',
  plan: 'pln plans',
  policy: 'pol plcy policies poli polcy',
  policyholder: 'polholder planholder certholder certificateholder contractholder',
  posted: 'post',
  premium: 'prem premiums prm',
  prior: 'previous prev',
  producer: 'producers prdcr',
  product: 'products prdct',
  rate: 'rt rates',
  received: 'rcvd recd',
  remark: 'remarks',
  renewal: 'rnwl renew renewals rnw renewed ren',
  rep: 'representative reps',
  salesperson: 'salesrep',
  split: 'splits splt',
  statement: 'stmt stmnt stm statements',
  state: 'st states',
  status: 'stat sts',
  subscriber: 'subs subscr subscribers subscrb sbscr',
  termination: 'term trm terminated terminate termed terminates termdt cancellation cancel cancelled canceled',
  through: 'thru thr',
  transaction: 'trans txn trx tran trn transactions',
  type: 'typ types',
  writing: 'wrtg writ wrt wa wrtng',
  written: 'wrtn',
  year: 'yr years',
};

/** Further words, for splitting joined names and recognising misspellings. */
const PLAIN_WORDS = (
  'a activity action actual admin address age alt alternate and annualized applicant application area as at attained base ' +
  'basis batch block bonus book cash carrier category city class comment company correction county covered credit current ' +
  'cms debit deposit dependent detail disbursement district division due duration earned earning earnings eligible ' +
  'email end ending entity entry event exchange fee ffm field final fmo for full gender general gross head hicn hic ' +
  'holder household imo in individual initial invoice is item key legacy level levels line lives lob location market ' +
  'marketplace mbi medicaid method mga mode monthly naic net new note npn of on option order organization original owner ' +
  'paying payout pbp phone pool primary prod program property quantity reason recipient record recovery ' +
  'reference region relationship remittance report residual retro revenue reversal rider risk run sale sales seller ' +
  'selling sequence service signature signed site size social source spouse ssn start sub sum summary system tax team ' +
  'tier time title to total transfer unit upline units unique user value vendor version zip umid hcc eff aor agreement ' +
  'claim claims diagnosis cpt copay deductible coinsurance provider procedure allowed iban routing check cheque memo merchant ' +
  'insurer insurance issuer issuing underwriting patient employers hours overtime salary wages withholding price ship shipping ' +
  'servicing situs residence resident anniversary inactive lapse remuneration country sponsor advisor cancelled grade score ' +
  'annuitant bond traveler confirmation principal binder accumulation asset trail advanced assigned case category commissionable compensable entered fax pays payable paidto lname fname orig'
).split(' ');

const WORD_OF_FORM: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMS).flatMap(([word, forms]) => [word, ...forms.split(' ')].map((form) => [form, word] as const)),
);
/** Words by their forms. Forms come before plain words, because the first of two equally near words corrects a misspelling. */
const WORD_OF: ReadonlyMap<string, string> = new Map([
  ...WORD_OF_FORM,
  ...PLAIN_WORDS.filter((word) => !WORD_OF_FORM.has(word)).map((word) => [word, word] as const),
]);

/** Joined spellings of several words. */
const COMPOUNDS: Readonly<Record<string, readonly string[]>> = {
  fname: ['first', 'name'],
  firstname: ['first', 'name'],
  lname: ['last', 'name'],
  lastname: ['last', 'name'],
  surname: ['last', 'name'],
  dob: ['birth', 'date'],
  birthdate: ['birth', 'date'],
  dod: ['death', 'date'],
  effdt: ['effective', 'date'],
  termdt: ['termination', 'date'],
  paidto: ['paid', 'to'],
  fullname: ['name'],
  'e-mail': ['email'],
  clawback: ['chargeback'],
  percent: ['percent'],
};

/** Longest header that is read. Longer headers are sentences, whose end is ignored. */
const CHARACTERS_MAX = 80;

/** Returns the normalised words of a header, in order. */
export function headerWords(header: string): readonly string[] {
  return withHolders(parts(header.slice(0, CHARACTERS_MAX)).flatMap(wordsOfPart));
}

/** Words before "holder". */
const HELD = new Set(['policy', 'plan', 'certificate', 'contract']);

/** Unifies the names for the holder of a policy, plan or certificate. */
function withHolders(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (word === 'holder' && HELD.has(words[index - 1] ?? '')) return ['policyholder'];
    return HELD.has(word) && words[index + 1] === 'holder' ? [] : [word];
  });
}

/** Splits at spaces, punctuation, changes of case and digits. Signs that stand for a word are kept. */
function parts(header: string): readonly string[] {
  return header
    .normalize('NFKC')
    .replace(/\be-mail\b/gi, 'email')
    .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
    .replace(/['\u2019]s\b/gi, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll}{2,})/gu, '$1 $2')
    .replace(/([#%$])/g, ' $1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#%$]+/u)
    .filter((part) => part !== '');
}

/** Returns the words of a part: known, joined, misspelled, or the part itself. Parts below five letters are not corrected. */
function wordsOfPart(part: string): readonly string[] {
  const compound = COMPOUNDS[part];
  if (compound !== undefined) return compound;
  const word = WORD_OF.get(part);
  if (word !== undefined) return [word];
  if (part.length < 5) return [part];
  return splitJoinedWords(part) ?? [correctedWord(part) ?? part];
}

/**
 * Short forms that occur inside many words. They are not used for splitting: "medicalplan" is not `me-di-cal-pl-an`.
 */
const SHORT_PIECES = new Set([
  'id',
  'no',
  'dt',
  'nm',
  'cd',
  'to',
  'st',
  'pd',
  'eff',
  'mo',
  'yr',
  'due',
  'net',
  'new',
  'fee',
]);
const PIECE_CHARACTERS_MIN = 4;
const PIECES_MAX = 6;

/** Splits a text into the fewest known words; null when it can't be split. */
function splitJoinedWords(text: string): readonly string[] | null {
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - 16); start < end; start += 1) {
      const before = best[start];
      if (before === undefined || before.length >= PIECES_MAX) continue;
      const piece = text.slice(start, end);
      const words = pieceWords(piece);
      if (words === null) continue;
      const shortest = best[end];
      if (shortest === undefined || before.length + 1 < shortest.length) best[end] = [...before, piece];
    }
  }
  const pieces = best[text.length];
  if (pieces === undefined || pieces.length < 2) return null;
  return pieces.flatMap((piece) => pieceWords(piece) ?? []);
}

/** Short forms that are used for splitting. */
const THREE_LETTERS = new Set(
  'amt num nbr pol mbr sub agt grp cnt pmt typ eff trm cov yr mth nam npn mbi lob prm com pct net new fee due'.split(
    ' ',
  ),
);

function pieceWords(piece: string): readonly string[] | null {
  if (piece.length < PIECE_CHARACTERS_MIN && !SHORT_PIECES.has(piece) && !THREE_LETTERS.has(piece)) return null;
  const compound = COMPOUNDS[piece];
  if (compound !== undefined) return compound;
  const word = WORD_OF.get(piece);
  return word === undefined ? null : [word];
}

/** Returns the known word at one edit distance (two for long words), or null. */
function correctedWord(text: string): string | null {
  const slips = text.length >= 8 ? 2 : 1;
  let nearest: string | null = null;
  let least = slips + 1;
  for (const [form, word] of WORD_OF) {
    if (form.length < 5 || Math.abs(form.length - text.length) > slips) continue;
    const distance = editDistance(form, text, slips);
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest;
}

/** Returns the edit distance of two words, capped at `most` + 1. A swap of neighbouring letters counts as one edit. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** Returns the similarity of two headers, 0 to 1. It compares shared words, or letters when no word is shared. */
export function headerSimilarity(a: string, b: string): number {
  const [left, right] = [headerWords(a), headerWords(b)];
  if (left.length === 0 || right.length === 0) return 0;
  const rest = [...right];
  let shared = 0;
  for (const word of left) {
    const at = rest.indexOf(word);
    if (at === -1) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  const byWords = (2 * shared) / (left.length + right.length);
  const [one, other] = [left.join(''), right.join('')];
  const longest = Math.max(one.length, other.length);
  const most = Math.floor(longest * 0.4);
  const distance = editDistance(one, other, most);
  const byLetters = distance > most ? 0 : 1 - distance / longest;
  return Math.max(byWords, byLetters);
}

/** A pair of marks for payments and for money that goes back, which mean this under any header, and without one. */
interface SelfEvidentMarks {
  readonly paid: RegExp;
  readonly back: RegExp;
}

export const CREDIT_DEBIT: SelfEvidentMarks = { paid: /^(?:credits?|cr)$/i, back: /^(?:debits?|dr|db)$/i };
export const PLUS_MINUS: SelfEvidentMarks = { paid: /^\+$/, back: /^[-\u2212]$/ };

/** Returns the form of which all texts are marks; null when a text is no mark. Blank texts fit every form. */
export function formOfMarks(texts: readonly string[]): SelfEvidentMarks | null {
  const fits = ({ paid, back }: SelfEvidentMarks) =>
    texts.every((text) => text === '' || paid.test(text) || back.test(text));
  return [CREDIT_DEBIT, PLUS_MINUS].find(fits) ?? null;
}

/** Watches the columns of a sheet that have no header and that nothing is read from. */
export interface UnnamedMarks {
  /** Takes a line with its amount after the sign rule. */
  see(cells: readonly Cell[], amount: Money): void;
  /** Returns how many positive amounts stand beside each mark of money that goes back. */
  doubts(): readonly (readonly [mark: string, rows: number])[];
}

/** Marks of one column, with the number of positive amounts beside each. */
type Column = Map<string, number>;

/** More texts are no column of marks. */
const MARKS_MAX = 8;

/** Starts the watch. `isWatched` tells whether a column has neither a header nor a meaning. */
export function unnamedMarks(isWatched: (index: number) => boolean): UnnamedMarks {
  const columns: (Column | null)[] = [];
  return {
    see(cells, amount) {
      for (let index = 0; index < cells.length; index += 1) {
        const column = (columns[index] === undefined ? (isWatched(index) ? new Map() : null) : columns[index]) ?? null;
        columns[index] = column;
        const cell = cells[index] ?? '';
        if (column === null || isBlank(cell)) continue;
        const mark = legibleText(cell);
        column.set(mark, (column.get(mark) ?? 0) + Number(amount > 0));
        if (column.size > MARKS_MAX) columns[index] = null;
      }
    },
    doubts: () =>
      columns.flatMap((column) => {
        const form = column === null ? null : formOfMarks([...column.keys()]);
        return [...(column ?? [])].filter(([mark, rows]) => rows > 0 && form?.back.test(mark) === true);
      }),
  };
}
