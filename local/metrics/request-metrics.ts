import type { AnsweredRequest } from '../../lambdas/http/every-response.ts';
import type { MetricFamily } from './open-metrics.ts';

export interface RequestMetrics {
  count(request: AnsweredRequest): void;
  families(): readonly MetricFamily[];
}

/** The label that requests outside of all routes share, so that a scanner can't make new labels. */
const NO_ROUTE = 'none';
/** The methods of the routes. All other methods share one label, so that a client can't make new labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts the requests of this process by route and status, and adds up their time by route. */
export function createRequestMetrics(): RequestMetrics {
  const counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  const times = new Map<string, { readonly labels: Readonly<Record<string, string>>; count: number; sum: number }>();
  return {
    count({ method: asked, route: found, status, durationMs }) {
      const method = METHODS.has(asked) ? asked : 'other';
      const route = found ?? NO_ROUTE;
      const counted = counts.get(`${method} ${route} ${status}`) ?? {
        labels: { method, route, status: String(status) },
        value: 0,
      };
      counts.set(`${method} ${route} ${status}`, counted);
      counted.value += 1;
      const timed = times.get(`${method} ${route}`) ?? { labels: { method, route }, count: 0, sum: 0 };
      times.set(`${method} ${route}`, timed);
      timed.count += 1;
      timed.sum += durationMs / 1000;
    },
    families: () => [
      {
        name: 'http_requests',
        type: 'counter',
        help: 'Answered requests since the start, by route and status.',
        samples: [...counts.values()],
      },
      {
        name: 'http_request_duration_seconds',
        type: 'summary',
        unit: 'seconds',
        help: 'Time from the first header of a request to the last byte of its response.',
        samples: [...times.values()].map(({ labels, count, sum }) => ({ labels, value: { count, sum } })),
      },
    ],
  };
}
