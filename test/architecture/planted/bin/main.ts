import { oneMachine } from '../server/one-machine.ts';

export const main = oneMachine;
