import { readdir, readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import { z } from 'zod';

/** Linux counts in hundredths of a second, on every machine it runs on. */
const TICKS_A_SECOND = 100;

const backend = z.tuple([z.object({ pid: z.number() })]);

/**
 * Seconds of processor that a PostgreSQL on this machine has used up to now, with all its processes, those that ended too. Linux
 * only: it reads /proc.
 */
export async function databaseCpuSeconds(sql: postgres.Sql): Promise<number> {
  const [{ pid }] = backend.parse(await sql`select pg_backend_pid() as pid`);
  const { parent: postmaster } = parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
  let ticks = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
    // It ended meanwhile: its time is among its parent's.
    if (stat === null) continue;
    const { parent, own, ofEnded } = parseStat(stat);
    if (Number(name) === postmaster) ticks += own + ofEnded;
    else if (parent === postmaster) ticks += own;
  }
  return ticks / TICKS_A_SECOND;
}

/** Its fields after the name in brackets, in which anything may stand: state, parent, …, and from the twelfth on four counts of ticks. */
function parseStat(stat: string): { readonly parent: number; readonly own: number; readonly ofEnded: number } {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index] ?? Number.NaN);
  return { parent: at(1), own: at(11) + at(12), ofEnded: at(13) + at(14) };
}

/** Seconds of processor of this process between now and the call of what is returned. */
export function startCpuWatch(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
}
