import type { ProcessorClock } from '../../core/statement/work-budget.ts';

/** The processor time of the calling thread. */
export const processorClock: ProcessorClock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
