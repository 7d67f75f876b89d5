import { expect, it } from 'vitest';
import { type Granularity, spanOf } from '../../../core/comparison/compare-member.ts';

it.each<[string, Granularity, string, string]>([
  ['2026-02', 'month', '2026-02', '2026-02'],
  ['2026-01', 'quarter', '2026-01', '2026-03'],
  ['2026-03', 'quarter', '2026-01', '2026-03'],
  ['2026-04', 'quarter', '2026-04', '2026-06'],
  ['2024-02', 'quarter', '2024-01', '2024-03'],
  ['2026-06', 'quarter', '2026-04', '2026-06'],
  ['2025-12', 'quarter', '2025-10', '2025-12'],
  ['2025-01', 'year', '2025-01', '2025-12'],
  ['2025-12', 'year', '2025-01', '2025-12'],
])('takes %s in its %s: %s to %s', (period, granularity, first, last) => {
  expect(spanOf(period, granularity)).toEqual({ first, last });
});
