import { z } from 'zod';
import type { Period } from '../../../core/period.ts';
import { endOf } from '../../../demo/play-story.ts';
import type { ServiceClient } from '../../../demo/service-client.ts';
import type { Told, ToldPeriod, ToldRow, ToldYear } from './told.ts';
import type { BookCarrier, Delivery, TruthBook } from './truth.ts';

/** Loads a book as an agency without an expert would, and reads the service's findings. */

const created = z.object({ id: z.string() });
const carrierPage = z.object({
  data: z.array(z.object({ id: z.string(), slug: z.string() })),
  pagination: z.object({ hasMore: z.boolean() }),
});
const inferred = z.object({
  config: z.looseObject({ columns: z.record(z.string(), z.unknown()) }),
  confidence: z.number(),
});
const failedJob = z.object({ errorCode: z.string().nullable(), error: z.string().nullable() });
const memberPage = z.object({
  data: z.array(z.object({ memberRefId: z.string() })),
  pagination: z.object({ hasMore: z.boolean() }),
});
const timeline = z.object({
  memberExternalId: z.string(),
  data: z.array(
    z.object({
      period: z.string(),
      status: z.string(),
      flags: z.array(z.string()),
      signals: z.array(
        z.object({ code: z.string(), severity: z.string(), amount: z.number().optional(), detail: z.string() }),
      ),
      reason: z.string().nullable(),
      commissionAmount: z.number(),
      prevCommissionAmount: z.number(),
      commissionOwed: z.number(),
    }),
  ),
});
const periodTotals = z.object({ currentStats: z.object({ commissionTotal: z.number() }).nullable() });
const askedBack = z.object({ totals: z.object({ recoverable: z.number(), likely: z.number() }) });
const paidYears = z.object({
  totals: z.object({ paidNet: z.number(), paidGross: z.number(), chargebacks: z.number() }),
});

/** The confidence from which on nobody corrects a proposed format. */
export const CERTAIN = 0.8;
const PAGE = 200;
const AT_ONCE = 8;

/** Loads a book and returns the findings. `agency` is the client of an account without other data. */
export async function takeIn(agency: ServiceClient, book: TruthBook): Promise<Told> {
  const carrierId = await findCarrier(agency, book.carrier);
  const later = 'slug' in book.carrier && book.carrier.later !== undefined ? book.carrier.later : null;
  const laterId = later === null ? carrierId : await findCarrier(agency, later);
  const [first] = book.deliveries;
  let format =
    'slug' in book.carrier || first === undefined ? 'shipped' : await infer(agency, carrierId, book.carrier, first);
  for (const rate of book.contractedRates) await agency.post('/v1/expected-rates', { carrierId, ...rate }, created);
  const failures: string[] = [];
  const lastJobs = new Map<string, string>();
  for (const delivery of book.deliveries) {
    const sentTo = later === null || delivery.period < later.from ? carrierId : laterId;
    const { jobId, refused } = await send(agency, sentTo, book.carrier, delivery);
    if (refused !== null) format += `; from ${delivery.period} ${refused}`;
    const { relaid, failure } = await outcome(agency, { carrierId, jobId, delivery, carrier: book.carrier });
    if (relaid !== null) format += `; from ${delivery.period} ${relaid}`;
    if (failure !== null) failures.push(`${delivery.fileName}: ${failure}`);
    lastJobs.set(delivery.period, jobId);
  }
  const periods: ToldPeriod[] = [];
  for (const [period, jobId] of lastJobs) periods.push(await readPeriod(agency, period, jobId));
  return {
    rows: await readRows(agency),
    periods,
    years: await readYears(agency, lastJobs.keys()),
    recoverable: await readRecoverable(agency, lastJobs.keys()),
    format,
    failures,
  };
}

async function findCarrier(agency: ServiceClient, carrier: BookCarrier): Promise<string> {
  if (!('slug' in carrier)) {
    const slug = carrier.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const { id } = await agency.post(
      '/v1/carriers',
      { name: carrier.name, slug, productLine: carrier.productLine },
      created,
    );
    return id;
  }
  for (let offset = 0; ; offset += PAGE) {
    const { data, pagination } = await agency.get(`/v1/carriers?limit=${PAGE}&offset=${offset}`, carrierPage);
    const found = data.find(({ slug }) => slug === carrier.slug);
    if (found !== undefined) return found.id;
    if (!pagination.hasMore) throw new Error(`The catalogue has no carrier ${carrier.slug}.`);
  }
}

/** Adds the format that the service proposes for a file, with hand-corrected columns where it is uncertain. */
async function infer(
  agency: ServiceClient,
  carrierId: string,
  carrier: BookCarrier,
  delivery: Delivery,
): Promise<string> {
  const { config, confidence } = inferred.parse(await agency.inferConfig(carrierId, delivery));
  const byHand = columnsByHand(carrier, delivery.period);
  const isCertain = confidence >= CERTAIN;
  const columns = isCertain ? config.columns : { ...config.columns, ...byHand };
  await agency.post(`/v1/carriers/${carrierId}/configs`, { ...config, columns }, created);
  return `inferred at ${confidence.toFixed(2)}${isCertain ? '' : ', corrected by hand'}`;
}

/** Returns the columns that a person gives an uncertain format. */
export function columnsByHand(carrier: BookCarrier, period: Period): Readonly<Record<string, string>> {
  if ('slug' in carrier) return {};
  const { columnsByHand: columns, columnsLater } = carrier;
  return columnsLater !== undefined && columnsLater.from <= period ? columnsLater.columns : columns;
}

interface Upload {
  readonly jobId: string;
  /** The format by which the file was read if the carrier's format refuses its file type; else null. */
  readonly refused: string | null;
}

/**
 * Sends a file. If the format expects text and the file is a workbook, or the other way round, its format is inferred and the file is sent
 * again.
 */
async function send(
  agency: ServiceClient,
  carrierId: string,
  carrier: BookCarrier,
  delivery: Delivery,
): Promise<Upload> {
  try {
    return { ...(await agency.upload({ carrierId, ...delivery })), refused: null };
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('/v1/files: 422 ')) throw error;
    const refused = await infer(agency, carrierId, carrier, delivery);
    return { ...(await agency.upload({ carrierId, ...delivery })), refused };
  }
}

interface Taking {
  readonly carrierId: string;
  readonly jobId: string;
  readonly delivery: Delivery;
  readonly carrier: BookCarrier;
}

interface Outcome {
  /** The format by which the file was read if its layout was new; else null. */
  readonly relaid: string | null;
  /** The reason of the failure; null when the file was processed. */
  readonly failure: string | null;
}

const OF_A_NEW_LAYOUT: ReadonlySet<string> = new Set(['missing_columns', 'no_valid_rows', 'unreadable_file']);

/** Waits for the job of a file. A file without the expected columns has a new layout: its format is inferred, and the job is retried. */
async function outcome(agency: ServiceClient, { carrierId, jobId, delivery, carrier }: Taking): Promise<Outcome> {
  if ((await endOf(agency, jobId, () => {})).status === 'completed') return { relaid: null, failure: null };
  const { errorCode, error } = await agency.get(`/v1/jobs/${jobId}`, failedJob);
  if (errorCode === null || !OF_A_NEW_LAYOUT.has(errorCode)) return { relaid: null, failure: error };
  const relaid = await infer(agency, carrierId, carrier, delivery);
  await agency.post(`/v1/jobs/${jobId}/retry`, {}, z.unknown());
  const again = await endOf(agency, jobId, () => {});
  return { relaid, failure: again.status === 'completed' ? null : again.error };
}

async function readPeriod(agency: ServiceClient, period: string, jobId: string): Promise<ToldPeriod> {
  const { totals } = await agency.rollup(period);
  const { currentStats } = await agency.get(`/v1/jobs/${jobId}`, periodTotals);
  return {
    period,
    atRisk: totals.commissionAtRisk,
    owed: totals.commissionOwed,
    owedEstimated: totals.owedEstimated,
    net: currentStats?.commissionTotal ?? 0,
    takenBack: totals.chargebackAmount,
  };
}

/** Reads the timelines of all members. Unlike a period's results, they include the months that were paid ahead. */
async function readRows(agency: ServiceClient): Promise<ToldRow[]> {
  const members: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { data, pagination } = await agency.get(`/v1/members?limit=${PAGE}&offset=${offset}`, memberPage);
    members.push(...data.map(({ memberRefId }) => memberRefId));
    if (!pagination.hasMore) break;
  }
  const rows: ToldRow[] = [];
  for (let start = 0; start < members.length; start += AT_ONCE) {
    const batch = members.slice(start, start + AT_ONCE);
    const timelines = await Promise.all(batch.map((id) => agency.get(`/v1/members/${id}/timeline`, timeline)));
    rows.push(...timelines.flatMap(({ memberExternalId, data }) => data.map((row) => ({ memberExternalId, ...row }))));
  }
  return rows;
}

async function readYears(agency: ServiceClient, periods: Iterable<string>): Promise<ToldYear[]> {
  const years = [...new Set([...periods].map((period) => Number(period.slice(0, 4))))];
  const told: ToldYear[] = [];
  for (const year of years) {
    const { totals } = await agency.get(`/v1/reports/tax-1099?year=${year}`, paidYears);
    told.push({ year, ...totals });
  }
  return told;
}

/** Reads the certain and the likely claims over all months, because one report covers only a year. */
async function readRecoverable(agency: ServiceClient, periods: Iterable<string>): Promise<number> {
  const [first] = [...periods].toSorted();
  const from = first === undefined ? '' : `?from=${first}`;
  const { totals } = await agency.get(`/v1/reports/recoverable${from}`, askedBack);
  return totals.recoverable + totals.likely;
}
