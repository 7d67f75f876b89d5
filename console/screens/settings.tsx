import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrivingStatements } from '../intake/arriving-statements.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useRights, useSession } from '../session/use-session.ts';
import { CarrierFormats } from '../settings/carrier-formats.tsx';
import { DataSection } from '../settings/data-section.tsx';
import { OwnerMailsSection } from '../settings/owner-mails-section.tsx';
import { settingsTabsFor } from '../settings/settings-tabs.ts';
import { WebhookSection } from '../settings/webhook-section.tsx';
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
