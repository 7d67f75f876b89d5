import { oneMachine } from '../local/one-machine.ts';

export const main = oneMachine;
