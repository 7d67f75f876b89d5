import { useSession } from './use-session.ts';

/** The rights of the person at the screen. The screens show no button that the service would refuse. */
export interface Rights {
  readonly mayChange: boolean;
  readonly isOwner: boolean;
  /** The writing agent whose members the person sees; null for a person who sees all members. */
  readonly agent: string | null;
}

export function useRights(): Rights {
  const { me } = useSession();
  return {
    mayChange: me?.scopes.includes('write') === true,
    isOwner: me?.scopes.includes('manage') === true,
    agent: me?.person?.agent ?? null,
  };
}
