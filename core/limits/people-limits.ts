/** Limits the mails that people get about signing in (docs/reference/people.md#mails). */

/** Largest number of people whom an account may invite in a day. A new agency invites its whole office at once. */
export const INVITATIONS_A_DAY_MAX = 100;
/** Largest number of invitations of one account to one address in a day. An owner may mistype a role and invite again. */
export const INVITATIONS_OF_ADDRESS_A_DAY_MAX = 3;
/** Largest number of invitations that are mailed to one address in a day, by all accounts together. */
export const INVITATION_MAILS_A_DAY_MAX = 10;
/** The minutes for which a link by email works. It works once. */
export const LINK_MINUTES = 15;
/**
 * Largest number of links that are mailed to one address in LINK_MINUTES. They all work until then, so that somebody who uses the number up
 * keeps nobody out.
 */
export const LINKS_MAILED_MAX = 5;
/** Largest number of mails that wait for being sent after an answer. Above it a machine is being flooded. */
export const WAITING_MAILS_MAX = 1_000;
/** Milliseconds after which a host that does nothing after an answer answers a request for mail, whether or not a mail is sent. */
export const MAIL_ANSWER_MS = 1_500;
