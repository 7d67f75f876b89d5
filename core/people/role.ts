/** The roles of a team and their rights (docs/reference/people.md#roles). */

export const ROLES = ['owner', 'staff', 'read_only', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/** `manage` covers the team and its tokens. */
export const ACCESS_SCOPES = ['read', 'write', 'manage'] as const;
export type AccessScope = (typeof ACCESS_SCOPES)[number];

const SCOPES: Readonly<Record<Role, readonly AccessScope[]>> = {
  owner: ['read', 'write', 'manage'],
  staff: ['read', 'write'],
  read_only: ['read'],
  // An agent reads only the routes that show the agent's own members.
  agent: [],
};

/** Returns what a role allows on the whole account. */
export function scopesOf(role: Role): readonly AccessScope[] {
  return SCOPES[role];
}
