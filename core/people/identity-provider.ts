/** The providers of identities that people can sign in with (docs/reference/people.md#google-and-microsoft). */
export const IDENTITY_PROVIDERS = ['google', 'microsoft'] as const;
export type IdentityProviderId = (typeof IDENTITY_PROVIDERS)[number];
