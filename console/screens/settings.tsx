import { Alert, Switch, Tabs, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ArrivalsSection, MailSection, SftpSection } from '../intake/drop-off-sections.tsx';
import { SettingsSection } from '../intake/settings-section.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded, ProblemNotice } from '../parts/problem-notice.tsx';
import { counted } from '../parts/shown-values.ts';
import { useAllCarriers } from '../rates/rate-words.ts';
import { useRights, useSession } from '../session/use-session.ts';
import { CarrierFormats } from '../settings/carrier-formats.tsx';
import { DataSection } from '../settings/data-section.tsx';
import classes from '../settings/settings.module.css';
import { WebhookSection } from '../settings/webhook-section.tsx';
import { settingsTabsFor } from '../shell/navigation.ts';
import { AgencySection, InvitationSection, TeamSection } from '../team/team-section.tsx';
import { PasskeySection, TokenSection } from '../team/token-section.tsx';

/** Shows a tab for each part of the agency's settings, and a tab for the person's own settings. */
export function SettingsScreen() {
  const { me } = useSession();
  const rights = useRights();
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/signed-in/settings' });
  if (me === null) return null;
  const { mayChange, isOwner } = rights;
  const tabs = settingsTabsFor(rights, isSomebody(me.person?.email));
  const shown = (tabs.find(({ value }) => value === tab) ?? tabs[0])?.value ?? null;
  return (
    <>
      <PageTitle title="Settings" lead={me.name} />
      <Tabs
        className={classes.settings}
        value={shown}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '/settings', search: { tab: next ?? undefined } })}
      >
        <Tabs.List aria-label="Parts of the settings">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="team">
          <TeamSection isOwner={isOwner} />
          {isOwner && <AgencySection name={me.name} />}
          <OwnerMailsSection maySet={isOwner} />
        </Tabs.Panel>
        <Tabs.Panel value="incoming">
          <ArrivingStatements />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <TokenSection />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <WebhookSection mayWrite={mayChange} />
        </Tabs.Panel>
        <Tabs.Panel value="carriers">
          <CarrierFormats mayWrite={mayChange} />
        </Tabs.Panel>
        <Tabs.Panel value="data">
          <DataSection accountName={me.name} mayExport={mayChange} isOwner={isOwner} />
        </Tabs.Panel>
        <Tabs.Panel value="you">
          <InvitationSection />
          <PasskeySection />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/**
 * True for a person with a real address. False for a token, and for the placeholders of the first owner and of visitors, because passkeys
 * belong to one person.
 */
function isSomebody(email: string | undefined): boolean {
  return email !== undefined && !email.endsWith('.invalid');
}

/** Shows the settings by which later statements arrive automatically: where carriers send them, who may send them, and the arrivals. */
function ArrivingStatements() {
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

const KEY = ['owner-mails'];

/** Says when owners get a mail about statements, and lets an owner turn these mails on and off. */
function OwnerMailsSection({ maySet }: { readonly maySet: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => answerOf(api.GET('/v1/account/owner-mails')) });
  const save = useMutation({
    mutationFn: (isOn: boolean) => answerOf(api.PUT('/v1/account/owner-mails', { body: { isOn } })),
    onSuccess: (answer) => queries.setQueryData(KEY, answer),
  });
  return (
    <section aria-label="Mails to owners">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Mails to owners
      </Title>
      <Text mb="sm">
        Owners get a mail when a statement is late, when a carrier took back at least $500 and a tenth of what it paid
        in the month, and when all statements of a month are here. Each fact is mailed once.
      </Text>
      {error !== null && <ProblemNotice title="This could not be loaded" error={error} />}
      {data !== undefined && (
        <>
          <Switch
            label="Mail the owners"
            checked={data.isOn}
            disabled={!maySet || save.isPending}
            onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
          />
          <Text size="sm" mt="xs" role="status">
            {data.isOn ? `On, for ${counted(data.owners, 'owner')} who signed in.` : 'Off.'}
          </Text>
        </>
      )}
      {save.error !== null && <ProblemNotice title="This was not saved" error={save.error} />}
    </section>
  );
}
