import type { ProcessorClock } from '../../core/statement/work-budget.ts';

/** Of the thread that asks. */
export const processorClock: ProcessorClock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
