/** The fixed seed of random hostile input. FUZZ_SEED takes its place, so that a longer hunt looks elsewhere. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_601);
