import { problemOf } from '../api/api.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface FaultNoticeProps {
  readonly title: string;
  readonly error: unknown;
  /** The words of the form for fields of the API. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Shows why something was refused, with a sentence for each wrong field. */
export function FaultNotice({ title, error, labels = {} }: FaultNoticeProps) {
  const { fieldErrors } = problemOf(error);
  return (
    <div>
      <ProblemNotice title={title} error={error} />
      {fieldErrors.length > 0 && (
        <ul>
          {fieldErrors.map(({ field, detail }) => (
            <li key={`${field} ${detail}`}>
              {labels[field] ?? field} {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
