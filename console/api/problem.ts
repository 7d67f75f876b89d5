import { z } from 'zod/mini';

export interface ProblemFacts {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
  /** The id to name when somebody asks for help. */
  readonly requestId?: string | undefined;
  /** Further members of the problem document. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
}

/** A refused or failed request, with the sentence to show. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly facts: ProblemFacts;

  constructor(facts: ProblemFacts) {
    super(facts.detail);
    this.facts = facts;
  }
}

const problemSchema = z.looseObject({
  code: z.string(),
  detail: z.optional(z.string()),
  title: z.optional(z.string()),
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(z.looseObject({ detail: z.optional(z.string()), message: z.optional(z.string()) }))),
});

const FALLBACK = 'The service could not do that. Try again in a minute.';

/** Makes a problem from the body of an answer, whatever its form. */
export function parseProblem(status: number, body: unknown): Problem {
  const parsed = problemSchema.safeParse(body);
  if (!parsed.success) return new Problem({ status, code: 'unknown', detail: FALLBACK });
  const { code, detail, title, requestId, errors = [], ...members } = parsed.data;
  const sentences = errors.flatMap(({ detail: own, message }) => own ?? message ?? []);
  const first = detail ?? title ?? FALLBACK;
  // With a single fault the detail says the same.
  const text = [first, ...new Set(sentences.filter((sentence) => !first.includes(sentence)))].join(' ');
  return new Problem({ status, code, detail: text, requestId, members });
}

/** Returns the problem of any thrown error. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem({ status: 0, code: 'unknown', detail: FALLBACK });
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.facts.status === 401;
}
