import { PageTitle } from '../parts/page-title.tsx';
import { useSession } from '../session/use-session.ts';
import { TeamSection } from '../team/team-section.tsx';
import { TokenSection } from '../team/token-section.tsx';

/** The people of the agency, and the tokens of its programs. */
export function SettingsScreen() {
  const { me } = useSession();
  if (me === null) return null;
  const isOwner = me.scopes.includes('manage');
  return (
    <>
      <PageTitle title="Settings" lead={me.name} />
      <TeamSection isOwner={isOwner} />
      {isOwner && <TokenSection />}
    </>
  );
}
