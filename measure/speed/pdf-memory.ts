// A process of its own that reads a PDF and maps its rows. It takes a path and a format, and prints the lines, the peak memory
// and the processor time.
import { readFileSync } from 'node:fs';
import { readStatementFile } from '../../adapters/statement-file/read-statement-file.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';

const [path = '', format = ''] = process.argv.slice(2);
const config = statementConfigSchema.parse(JSON.parse(format));
const source = await readStatementFile(readFileSync(path), config);
const mapping = mapStatement(source, config, { period: '2026-01' });
if (mapping.kind === 'rejected') throw new Error(mapping.rejection.detail);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuMs = (userCPUTime + systemCPUTime) / 1000;
// The peak memory of this process is read from /proc, because the system's accounting would include the process that started it.
const [, peak = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
console.log(JSON.stringify({ lines: mapping.statement.lines.length, peakKibibytes: Number(peak), cpuMs }));
