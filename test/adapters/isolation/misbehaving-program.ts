// A program for `isolatedProcesses`. The bytes of a job say how it misbehaves.
import { serveFileCalls } from '../../../adapters/isolation/serve-file-calls.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function unclear(bytes: Uint8Array) {
  const [what, ...rest] = text(bytes).split(' ');
  switch (what) {
    case 'loop':
      for (;;);
    // Blocks its process like a loop, without using processor time.
    case 'blocks':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return { kind: 'unclear', reason: 'woken' } as const;
    // Uses the processor for so many seconds, as an honest file does.
    case 'works': {
      const used = () => process.cpuUsage().user + process.cpuUsage().system;
      const until = used() + Number(rest[0]) * 1e6;
      while (used() < until);
      return { kind: 'unclear', reason: 'worked' } as const;
    }
    case 'exponential-expression':
      return { kind: 'unclear', reason: String(/^(a|a)*$/.test(`${'a'.repeat(60)}b`)) } as const;
    case 'many-objects': {
      const kept = new Map<string, number[]>();
      for (let at = 0; ; at += 1) kept.set(`key ${at}`, [at]);
    }
    case 'exit':
      return process.exit(3);
    case 'throw':
      throw new TypeError('a fault of ours');
    case 'environment':
      return { kind: 'unclear', reason: Object.keys(process.env).sort().join(' ') } as const;
    case 'process':
      return { kind: 'unclear', reason: String(process.pid) } as const;
    default:
      return { kind: 'unclear', reason: [what, ...rest].join(' ') } as const;
  }
}

const never = () => {
  throw new Error('not asked for here');
};

serveFileCalls({
  testConfig: never,
  inferFormat: never,
  rankCarriers: never,
  identifyStatement: never,
  previewFile: never,
  readRoster: never,
  readPaySheet: never,
  readComparedSheet: never,
  showRow: never,
  findMonth: async ({ bytes }) => unclear(bytes),
  readCells: never,
});
