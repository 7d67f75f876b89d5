import { readFileSync } from 'node:fs';
import { useCase } from '../app/use-case.ts';

export const readEverything = () => [readFileSync('/dev/null'), useCase];
