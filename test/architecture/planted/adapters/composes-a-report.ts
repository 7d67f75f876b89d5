import { compose } from '../core/report/compose.ts';

export const report = compose();
