import type { IdentityProviderId } from '../../core/people/team-rules.ts';

/** A provider of identities that people can sign in with, by OpenID Connect. */
export interface IdentityProvider {
  readonly id: IdentityProviderId;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
  /** True when every address that the provider states belongs to the person, even if the provider does not say so each time. */
  readonly provesEmail: boolean;
}

/** The registration of this service at a provider. */
interface Registration {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Makes Google a provider. Google says of each address whether it has been verified. */
export function googleProvider(registration: Registration): IdentityProvider {
  return {
    ...registration,
    id: 'google',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
    provesEmail: false,
  };
}

/**
 * Makes one directory of Microsoft Entra a provider. Its administrator decides which addresses its people have. Over all directories
 * anybody could state any address, so there is no provider for all of them.
 */
export function microsoftProvider({
  directoryId,
  ...registration
}: Registration & { readonly directoryId: string }): IdentityProvider {
  const directory = `https://login.microsoftonline.com/${directoryId}/oauth2/v2.0`;
  return {
    ...registration,
    id: 'microsoft',
    authorizationUrl: `${directory}/authorize`,
    tokenUrl: `${directory}/token`,
    userInfoUrl: 'https://graph.microsoft.com/oidc/userinfo',
    provesEmail: true,
  };
}
