/** The name under which the browser's tab keeps the access token of a person who signed in with one. */
export const TOKEN_KEY = 'commission-statements-token';
