import { cpus, totalmem } from 'node:os';

/** Describes the machine behind the figures: `2 × Some Processor, 8 GiB, linux, Node 24.21.0`. */
export function machineName(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} × ${model}, ${gibibytes} GiB, ${process.platform}, Node ${process.versions.node}`;
}
