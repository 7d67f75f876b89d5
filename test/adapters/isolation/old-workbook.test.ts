import { expect, test } from 'vitest';
import { isolatedProcesses } from '../../../adapters/isolation/isolated-processes.ts';
import { ISOLATED_HEAP_MB, JOB_READING_LIMITS } from '../../../core/limits/statement-limits.ts';
import { workbook } from '../../../demo/statements/workbook.ts';
import { fileReadingProgram } from '../../../lambdas/runtime/isolation.ts';

/** Guarantee: the worker reads bytes at an odd address, where a message puts them and Node's search for UTF-16 never ends. */
test('an old workbook of many texts is read in a process of its own', { timeout: 120_000 }, async () => {
  const rows = Array.from({ length: 400 }, (_, at) => [`Member ${at}`, 'Endeavour West', at]);
  const bytes = workbook({ Workbook: rows }, 'biff8');
  const processes = isolatedProcesses({
    program: fileReadingProgram(import.meta.url),
    heapMegabytes: ISOLATED_HEAP_MB,
    ...JOB_READING_LIMITS,
    idleSeconds: 60,
  });
  try {
    const options = { fileType: 'auto', encoding: 'auto', delimiter: 'auto' } as const;
    const outcome = await processes.run({ name: 'readCells', input: { bytes, options } });
    expect(outcome).toMatchObject({ kind: 'done', output: { kind: 'read', fileType: 'xlsx' } });
  } finally {
    processes.close();
  }
});
