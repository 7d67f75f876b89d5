import { LoadingNotice } from './loading-notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface NotLoadedProps {
  /** A heading that says what could not be loaded: "The changes could not be loaded". */
  readonly title: string;
  /** The error; null while the content is still loading. */
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** Shown instead of content that is still loading or could not be loaded. */
export function NotLoaded({ title, error, onRetry }: NotLoadedProps) {
  if (error === null) return <LoadingNotice />;
  return <ProblemNotice title={title} error={error} onRetry={() => void onRetry()} />;
}
