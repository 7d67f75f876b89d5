import { EXPORT_PACE, EXPORT_STALL_SECONDS } from '../../core/limits/export-limits.ts';
import { type PaceLimits, ReaderPace, type Reading } from './reader-pace.ts';

const LIMITS: PaceLimits = { ...EXPORT_PACE, stallMs: EXPORT_STALL_SECONDS * 1_000 };

/**
 * Returns a stream of the same bytes for clients that read fast enough. A slower client is cut off by an error, and the source is canceled.
 * `onReading` gets the stream and returns the function to call at its end.
 */
export function pacedStream(
  source: ReadableStream<Uint8Array>,
  onReading: (reading: Omit<Reading, 'owner'>) => () => void,
  limits: PaceLimits = LIMITS,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const pace = new ReaderPace(limits);
  let timer: NodeJS.Timeout | undefined;
  let leave: (() => void) | undefined;
  const end = () => {
    clearTimeout(timer);
    leave?.();
  };
  const cut = (controller: ReadableStreamDefaultController<Uint8Array>, why: string) => {
    end();
    controller.error(new Error(why));
    // Errors of the cancellation do not matter, because nobody reads the source any more.
    reader.cancel(new Error(why)).catch(() => {});
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = onReading({ pace, cut: () => cut(controller, 'The client was slow while its place was needed') });
      },
      async pull(controller) {
        clearTimeout(timer);
        pace.took();
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(value);
        const slow = () => cut(controller, 'The client took too little for too long');
        timer = setTimeout(slow, pace.offer(value.byteLength));
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 1 },
  );
}
