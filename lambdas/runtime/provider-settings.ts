import { z } from 'zod';
import { googleProvider, type IdentityProvider, microsoftProvider } from '../../adapters/sign-in/identity-providers.ts';

/** The names and values of the providers that people can sign in with (docs/howto/let-people-sign-in-with-google-or-microsoft.md). */
export const providerVariables = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_DIRECTORY_ID: z
    .guid('must be the id of your directory, such as 9188040d-6c67-4c5b-b112-36a304b66dad')
    .optional(),
};

export type ProviderVariables = z.output<ReturnType<typeof z.object<typeof providerVariables>>>;

const GROUPS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET', 'MICROSOFT_DIRECTORY_ID'],
] as const satisfies readonly (readonly (keyof ProviderVariables)[])[];

/** Returns the variables that are missing beside others of the same provider. */
export function missingProviderVariables(variables: ProviderVariables): readonly string[] {
  return GROUPS.filter((names) => names.some((name) => variables[name] !== undefined)).flatMap((names) =>
    names.filter((name) => variables[name] === undefined),
  );
}

/** Makes the providers whose variables are set. */
export function identityProvidersOf(variables: ProviderVariables): readonly IdentityProvider[] {
  const google = registrationOf(variables.GOOGLE_CLIENT_ID, variables.GOOGLE_CLIENT_SECRET);
  const microsoft = registrationOf(variables.MICROSOFT_CLIENT_ID, variables.MICROSOFT_CLIENT_SECRET);
  const { MICROSOFT_DIRECTORY_ID: directoryId } = variables;
  return [
    ...(google === null ? [] : [googleProvider(google)]),
    ...(microsoft === null || directoryId === undefined ? [] : [microsoftProvider({ ...microsoft, directoryId })]),
  ];
}

function registrationOf(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}
