import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageTitle } from '../parts/page-title.tsx';
import { useRights } from '../session/use-rights.ts';
import { useSession } from '../session/use-session.ts';
import { CarrierFormats } from '../settings/carrier-formats.tsx';
import { DataSection } from '../settings/data-section.tsx';
import { SETTINGS_TABS, settingsTabOf } from '../settings/settings-tabs.ts';
import { WebhookSection } from '../settings/webhook-section.tsx';
import { PasskeySection } from '../team/passkey-section.tsx';
import { TeamSection } from '../team/team-section.tsx';
import { TokenSection } from '../team/token-section.tsx';

/** The person's own passkeys, then a tab for each part of the agency; an agent has no part in these. */
export function SettingsScreen() {
  const { me } = useSession();
  const { agent } = useRights();
  if (me === null) return null;
  return (
    <>
      <PageTitle title="Settings" lead={me.name} />
      {isSomebody(me.person?.email) && <PasskeySection />}
      {agent === null && <AgencyTabs accountName={me.name} />}
    </>
  );
}

function AgencyTabs({ accountName }: { readonly accountName: string }) {
  const { mayChange, isOwner } = useRights();
  const navigate = useNavigate();
  const tab = settingsTabOf(useSearch({ from: '/signed-in/settings' }).tab);
  const tabs = SETTINGS_TABS.filter(({ value }) => value !== 'tokens' || isOwner);
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => void navigate({ to: '/settings', search: { tab: settingsTabOf(next) } })}
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
      </Tabs.Panel>
      <Tabs.Panel value="tokens">{isOwner && <TokenSection />}</Tabs.Panel>
      <Tabs.Panel value="webhooks">
        <WebhookSection mayWrite={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="carriers">
        <CarrierFormats mayWrite={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="data">
        <DataSection accountName={accountName} mayExport={mayChange} isOwner={isOwner} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** False for a token, and for the placeholders of the first owner and of visitors: passkeys belong to one person. */
function isSomebody(email: string | undefined): boolean {
  return email !== undefined && !email.endsWith('.invalid');
}
