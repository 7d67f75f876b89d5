import { problemOf } from '../api/problem.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { faultSentences } from './rate-draft.ts';
import classes from './rates.module.css';

/** Shows why rates were refused, with a sentence for each wrong field of the form or row of the sheet. */
export function RateFault({ error, title }: { readonly error: unknown; readonly title: string }) {
  const sentences = faultSentences(problemOf(error));
  if (sentences.length === 0) return <ProblemNotice title={title} error={error} />;
  return (
    <div role="alert">
      <strong>{title}</strong>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has only a keyboard must be able to scroll a long list. */}
      <ul className={classes.faults} tabIndex={0} aria-label={title}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
