import { PageTitle } from '../parts/page-title.tsx';
import { useRights } from '../session/use-rights.ts';
import { useSession } from '../session/use-session.ts';
import { PasskeySection } from '../team/passkey-section.tsx';
import { TeamSection } from '../team/team-section.tsx';
import { TokenSection } from '../team/token-section.tsx';

/** The person's own passkeys, the people of the agency, and the tokens of its programs. */
export function SettingsScreen() {
  const { me } = useSession();
  const { isOwner, agent } = useRights();
  if (me === null) return null;
  return (
    <>
      <PageTitle title="Settings" lead={me.name} />
      {isSomebody(me.person?.email) && <PasskeySection />}
      {agent === null && <TeamSection isOwner={isOwner} />}
      {isOwner && <TokenSection />}
    </>
  );
}

/** False for a token, and for the placeholders of the first owner and of visitors: passkeys belong to one person. */
function isSomebody(email: string | undefined): boolean {
  return email !== undefined && !email.endsWith('.invalid');
}
