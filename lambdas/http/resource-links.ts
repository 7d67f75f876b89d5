import { z } from '@hono/zod-openapi';

type Href = (path: string) => string;

/** An entry of `_links`. */
export const resourceLink = z.object({ href: z.url() }).openapi('Link');

/** The links from an upload, or from another request that made a job. */
export const jobAndFileLinks = z
  .object({ self: resourceLink, job: resourceLink, results: resourceLink })
  .openapi('FileLinks');

export function linksOfFile(href: Href, { fileId, jobId }: { readonly fileId: string; readonly jobId: string }) {
  return {
    self: { href: href(`/v1/files/${fileId}`) },
    job: { href: href(`/v1/jobs/${jobId}`) },
    results: { href: href(`/v1/jobs/${jobId}/results`) },
  };
}

export const jobLinks = z
  .object({
    self: resourceLink,
    file: resourceLink,
    results: resourceLink,
    deltas: resourceLink,
    exceptions: resourceLink,
  })
  .openapi('JobLinks');

export function linksOfJob(href: Href, { fileId, jobId }: { readonly fileId: string; readonly jobId: string }) {
  return {
    self: { href: href(`/v1/jobs/${jobId}`) },
    file: { href: href(`/v1/files/${fileId}`) },
    results: { href: href(`/v1/jobs/${jobId}/results`) },
    deltas: { href: href(`/v1/jobs/${jobId}/deltas`) },
    exceptions: { href: href(`/v1/jobs/${jobId}/exceptions`) },
  };
}
