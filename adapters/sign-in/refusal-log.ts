import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';

/** A failure or a refusal of the sign-in library, for one line of the log. */
export interface SignInTrouble {
  /** The status of the answer; null outside a request. */
  readonly status: number | null;
  /** The reason that the library reported, without the addresses that it quotes. */
  readonly cause: string;
  /** Set when something failed that no request should make fail. */
  readonly error: Error | null;
}

export interface RefusalLog {
  /** Takes a report of the library. */
  note(message: string, detail: unknown): void;
  /** Runs a request of the library. All reports about it become one trouble. */
  during(answer: () => Promise<Response>): Promise<Response>;
}

const CAUSE_CHARACTERS_MAX = 300;

interface Reported {
  readonly causes: Set<string>;
  error: Error | null;
}

/** Collects the reports of the library about a request. It reports one event several times, and anonymous callers cause most events. */
export function createRefusalLog(onTrouble: (trouble: SignInTrouble) => void): RefusalLog {
  const requests = new AsyncLocalStorage<Reported>();
  return {
    note(message, detail) {
      const error = detail instanceof Error ? detail : null;
      const reported = requests.getStore();
      const cause = causeOf(message === '' ? (error?.message ?? 'No reason was reported') : message);
      if (reported === undefined) return onTrouble({ status: null, cause, error });
      reported.causes.add(cause);
      if (error !== null) reported.causes.add(causeOf(error.message));
      reported.error ??= error;
    },
    async during(answer) {
      const reported: Reported = { causes: new Set(), error: null };
      const response = await requests.run(reported, answer);
      if (reported.causes.size === 0 && response.status >= 400) reported.causes.add(causeOf(await reasonOf(response)));
      if (reported.causes.size === 0) return response;
      const cause = [...reported.causes].join('; ').slice(0, CAUSE_CHARACTERS_MAX);
      // A refusal explains itself. The error behind it is of interest only when the service failed.
      onTrouble({ status: response.status, cause, error: response.status >= 500 ? reported.error : null });
      return response;
    },
  };
}

const refusal = z.object({ message: z.string() });

/** Reads the reason that an answer gives, because the library reports some refusals to the caller only. */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const read = refusal.safeParse(body);
  return read.success ? read.data.message : 'No reason was reported';
}

/** Returns the first line of a message without the addresses that a caller may have written. */
function causeOf(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replaceAll(/\b[\w+.-]+:\/\/\S+|\S+@\S+/g, '(address)');
}
