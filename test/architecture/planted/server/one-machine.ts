export const oneMachine = 1;
