import { Alert, Button, Center, Container, Loader, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ProblemError } from '../../client/problem-error.ts';
import { problemOf } from '../api/api.ts';
import { PageTitle } from './page-title.tsx';

interface NotLoadedProps {
  /** The title of the screen, when all of it is missing. */
  readonly screen?: string;
  /** A heading that says what could not be loaded: "The changes could not be loaded". */
  readonly title: string;
  /** The error; null while the content is still loading. */
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** Shown instead of content that is still loading or could not be loaded. */
export function NotLoaded({ screen, title, error, onRetry }: NotLoadedProps) {
  return (
    <>
      {screen !== undefined && <PageTitle title={screen} />}
      {error === null ? (
        <LoadingNotice />
      ) : (
        <ProblemNotice title={title} error={error} onRetry={() => void onRetry()} />
      )}
    </>
  );
}

/** Shown while something loads. Screen readers announce it. */
export function LoadingNotice({ text = 'Loading …' }: { readonly text?: string }) {
  return (
    <Center mih={200} role="status">
      <Loader aria-hidden />
      <span className="visually-hidden">{text}</span>
    </Center>
  );
}

/** Shown when the code of a screen could not be loaded or failed. Reloading brings the code of a newer version. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const shown =
    error instanceof ProblemError
      ? error
      : new ProblemError('This page could not be shown. Reload it to try again.', { code: 'no_answer', status: 0 });
  return (
    <Container size="sm" py="xl">
      <ProblemNotice title="Something went wrong" error={shown} onRetry={() => window.location.reload()} />
    </Container>
  );
}

interface ProblemNoticeProps {
  readonly error: unknown;
  /** A heading that says which action failed: "The statement was not added". */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Describes an error in a sentence, with a way to try again. */
export function ProblemNotice({ error, title = 'That did not work', onRetry }: ProblemNoticeProps) {
  const { message, requestId, status } = problemOf(error);
  // A thing that does not exist does not exist after another try either.
  const canRetry = onRetry !== undefined && status !== 404;
  return (
    <Alert color="red" title={title} role="alert">
      <Text size="sm">{message}</Text>
      {requestId !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          If you ask for help, name this number: {requestId}
        </Text>
      )}
      {canRetry && (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

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
