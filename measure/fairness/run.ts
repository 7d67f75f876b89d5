// The program of `npm run fairness`: prints the rows of docs/fairness.md, an hour of 1,000 agencies with one that misbehaves.
import { fairnessTable } from './simulate.ts';

process.stdout.write(`${fairnessTable()}\n`);
