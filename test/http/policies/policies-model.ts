/**
 * A second implementation of the rules of docs/howto/compare-with-your-book-of-business.md, over lists and statements in memory. It shares
 * no code with the service. Money is in cents, for carriers that pay month by month.
 */

/** A policy as it is sent: absent fields are null. */
export interface SentPolicy {
  readonly id: string;
  readonly policyNumber: string | null;
  /** The carrier's id, slug or name. */
  readonly carrier: string | null;
  readonly memberName: string | null;
  readonly plan: string | null;
  readonly effective: string | null;
  readonly term: string | null;
  readonly premium: string | null;
  readonly lives: string | null;
  readonly rate: string | null;
  readonly agent: string | null;
  readonly status: string | null;
}

export type Status = 'active' | 'pending' | 'ended';

/** A policy as it is stored. */
export interface ListedPolicy {
  readonly carrierId: string;
  readonly workspaceId: string;
  readonly policyId: string;
  readonly policyNumber: string | null;
  readonly memberName: string | null;
  readonly planName: string | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly premium: number | null;
  readonly lives: number | null;
  readonly rate: number | null;
  readonly agent: string | null;
  readonly status: Status;
}

export interface Line {
  readonly member: string;
  readonly cents: number;
  readonly policy: string | null;
  readonly agent: string | null;
  readonly agentId: string | null;
  readonly premium: number | null;
  readonly lives: number | null;
  readonly rate: number | null;
}

export interface Carrier {
  readonly carrierId: string;
  readonly name: string;
  readonly stripsZeros: boolean;
}

export interface World {
  readonly carriers: readonly Carrier[];
  policies: readonly ListedPolicy[];
  /** Carrier, workspace and period → the lines of the statement. */
  readonly statements: Map<string, readonly Line[]>;
  /** Links of an id with another member. */
  joined: readonly Joined[];
}

export interface Joined {
  readonly carrierId: string;
  readonly workspaceId: string;
  readonly externalId: string;
  readonly member: string;
}

export interface PutRequest {
  readonly workspaceId: string;
  readonly carrierId: string | null;
  readonly dryRun: boolean;
  readonly policies: readonly SentPolicy[];
}

export type PutAnswer =
  | { readonly status: 422; readonly faults: readonly string[] }
  | {
      readonly status: 200;
      readonly policies: number;
      readonly added: number;
      readonly changed: number;
      readonly removed: number;
      readonly unchanged: number;
    };

/** Faults have the form "0 premium": the place of the policy in the list, and the field. */
export function put(world: World, { workspaceId, carrierId, dryRun, policies }: PutRequest): PutAnswer {
  const read = policies.map((policy) => readPolicy(world, policy, { workspaceId, carrierId }));
  const keys = read.map(({ policy }) => keyOf(policy));
  const isRepeated = (at: number) =>
    read.some(({ wrong }, other) => other < at && wrong.length === 0 && keys[other] === keys[at]);
  const faults = read.flatMap(({ wrong }, at) => {
    if (wrong.length === 0) return isRepeated(at) ? [`${at} id`] : [];
    return wrong.map((field) => `${at} ${field}`);
  });
  if (faults.length > 0) return { status: 422, faults: faults.sort() };
  const isReplaced = (one: ListedPolicy) =>
    one.workspaceId === workspaceId && (carrierId === null || one.carrierId === carrierId);
  const before = new Map(world.policies.filter(isReplaced).map((one) => [keyOf(one), JSON.stringify(one)]));
  const after = read.map(({ policy }) => policy);
  const kept = after.filter((one) => before.has(keyOf(one)));
  const unchanged = kept.filter((one) => before.get(keyOf(one)) === JSON.stringify(one)).length;
  if (!dryRun) world.policies = [...world.policies.filter((one) => !isReplaced(one)), ...after];
  return {
    status: 200,
    policies: after.length,
    added: after.length - kept.length,
    changed: kept.length - unchanged,
    removed: before.size - kept.length,
    unchanged,
  };
}

/** A policy may be listed once for each id, plan and first day. */
const keyOf = ({ workspaceId, carrierId, policyId, planName, effectiveDate }: ListedPolicy) =>
  JSON.stringify([workspaceId, carrierId, normal(policyId), normal(planName ?? ''), effectiveDate]);

export const normal = (text: string) => text.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase();

function readPolicy(
  world: World,
  listed: SentPolicy,
  { workspaceId, carrierId }: Pick<PutRequest, 'workspaceId' | 'carrierId'>,
): { readonly policy: ListedPolicy; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  const read = <T>(field: keyof SentPolicy, form: (text: string) => T | undefined): T | null => {
    const text = listed[field]?.trim() ?? '';
    const value = text === '' ? null : form(text);
    if (value === undefined) wrong.push(field);
    return value ?? null;
  };
  const named = read('carrier', (text) => carrierNamed(world, text));
  if (carrierId === null && named === null && !wrong.includes('carrier')) wrong.push('carrier');
  if (carrierId !== null && named !== null && named !== carrierId) wrong.push('carrier');
  const policyId = read('id', (text) => text) ?? '';
  if (policyId === '') wrong.push('id');
  const effectiveDate = read('effective', dateOf);
  const termDate = read('term', dateOf);
  if (effectiveDate !== null && termDate !== null && termDate < effectiveDate) wrong.push('term');
  const policy = {
    carrierId: carrierId ?? named ?? '',
    workspaceId,
    policyId,
    policyNumber: read('policyNumber', (text) => text),
    memberName: read('memberName', (text) => text),
    planName: read('plan', (text) => text),
    effectiveDate,
    termDate,
    premium: read('premium', (text) => numberOf(text.replace(/^\$/u, ''))),
    lives: read('lives', numberOf),
    rate: read('rate', rateOf),
    agent: read('agent', (text) => text),
    status: read('status', statusOf) ?? 'active',
  };
  return { policy, wrong };
}

const carrierNamed = ({ carriers }: World, text: string) =>
  carriers.find(({ carrierId, name }) => carrierId === text || name.toLowerCase() === text.toLowerCase())?.carrierId;

/** Reads a date in ISO form, with the month first, or as a day with the month's name. */
function dateOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-(\d\d)-(\d\d)$/u.exec(text) ?? reorder(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u.exec(text), [3, 1, 2]) ?? [];
  const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso;
}

const reorder = (found: RegExpExecArray | null, places: readonly number[]) =>
  found === null ? null : ['', ...places.map((place) => found[place] ?? '')];

const numberOf = (text: string) => (/^\d+(\.\d+)?$/u.test(text) ? Number(text) : undefined);

function rateOf(text: string): number | undefined {
  const percent = /^([\d.]+) ?%$/u.exec(text)?.[1];
  if (percent === undefined) return numberOf(text);
  const value = numberOf(percent);
  return value === undefined ? undefined : value / 100;
}

const STATUS_WORDS: Readonly<Record<Status, string>> = {
  active: 'active, in force, current, enrolled, effective, effectuated, issued, paid, renewed',
  pending: 'pending, submitted, applied, quoted, new, underwriting, approved, future',
  ended:
    'ended, terminated, termed, canceled, lapsed, inactive, dropped, withdrawn, declined, disenrolled, expired, deceased, surrendered, void, replaced, not taken, closed',
};

function statusOf(text: string): Status | undefined {
  const word = text.toLowerCase();
  for (const status of ['active', 'pending', 'ended'] as const)
    if (STATUS_WORDS[status].split(', ').includes(word)) return status;
  return undefined;
}

/** The stored lists by carrier, workspace and id. */
export function listed(
  world: World,
  asked: { readonly carrierId?: string; readonly workspaceId?: string; readonly status?: Status },
): readonly ListedPolicy[] {
  const place = (one: ListedPolicy) => [one.carrierId, one.workspaceId, one.policyId].join(' ');
  return world.policies
    .filter((one) => asked.carrierId === undefined || one.carrierId === asked.carrierId)
    .filter((one) => asked.workspaceId === undefined || one.workspaceId === asked.workspaceId)
    .filter((one) => asked.status === undefined || one.status === asked.status)
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
