/**
 * How much is tried and from which seed. FUZZ_RUNS multiplies every number of runs of this folder; FUZZ_SEED takes the
 * place of the fixed seed, so that a longer hunt looks elsewhere.
 */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_601);

export function fuzzRuns(runs: number): number {
  return Math.max(1, Math.round(runs * Number(process.env['FUZZ_RUNS'] ?? 1)));
}
