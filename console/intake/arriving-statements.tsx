import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { NotLoaded } from '../parts/problem-notice.tsx';
import { useAllCarriers } from '../rates/rate-words.ts';
import { useSession } from '../session/use-session.ts';
import { ArrivalsSection } from './arrivals-section.tsx';
import { MailSection, SftpSection } from './mail-section.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Shows the settings by which later statements arrive automatically: where carriers send them, who may send them, and the arrivals. */
export function ArrivingStatements() {
  const api = useApi();
  const { me } = useSession();
  const carriers = useAllCarriers();
  const places = useQuery({
    queryKey: ['drop-off-places'],
    queryFn: () => answerOf(api.GET('/v1/drop-offs')),
  });
  const error = carriers.error ?? places.error;
  if (carriers.data === undefined || places.data === undefined)
    return (
      <NotLoaded
        title="The page could not be loaded"
        error={error}
        onRetry={() => Promise.all([carriers.refetch(), places.refetch()])}
      />
    );
  const { isAllowed, canFile, email, sftp } = places.data;
  const place = {
    carriers: carriers.data.toSorted((a, b) => a.name.localeCompare(b.name)),
    mayChange: me?.scopes.includes('write') === true,
    isAllowed,
  };
  return (
    <>
      <Text c="dimmed" mt="md">
        Let your carriers send their statements here, and look at what came in.
      </Text>
      {!isAllowed && (
        <Alert color="blue" title="Statements by mail and SFTP are part of the Enterprise plan">
          <Text size="sm">Ask whoever runs this service for it. Until then add statements by dropping them.</Text>
        </Alert>
      )}
      {email !== null && <MailSection {...place} />}
      {sftp !== null && <SftpSection {...place} server={sftp} />}
      {email === null && sftp === null && (
        <Text mt="lg">This service takes no statements by mail or SFTP yet. Whoever runs it can turn them on.</Text>
      )}
      <SettingsSection {...place} />
      <ArrivalsSection {...place} canFile={canFile} />
    </>
  );
}
