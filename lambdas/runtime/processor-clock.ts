import type { ProcessorClock } from '../../core/statement/work-budget.ts';

/** The processor time that the calling thread has used. */
export const processorClock: ProcessorClock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
