import { refuse } from '../core/refuse.ts';
import { trigger } from '../lambdas/trigger.ts';

export const refusal = [refuse(), trigger];
