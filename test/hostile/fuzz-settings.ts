/** The fixed seed of random hostile input. FUZZ_SEED replaces it for a longer search with other input. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_601);
