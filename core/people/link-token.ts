/** Makes the token of a link that signs a person in. The token of a link for one account ends with the account's id. */
export function tokenOfLink(secret: string, accountId: string | null): string {
  return accountId === null ? secret : `${secret}.${accountId}`;
}

/**
 * Returns the account that a token names; null for a link for any account. The service stores the digest of the whole token, so nobody can
 * put another account into it.
 */
export function accountOfToken(token: string): string | null {
  return /\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(token)?.[1] ?? null;
}
