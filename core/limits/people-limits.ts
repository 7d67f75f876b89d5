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
/** Largest number of mails that wait in memory for being sent after an answer. Above it a machine is being flooded. */
export const WAITING_MAILS_MAX = 1_000;
/** The time-out of the function that mails people, in seconds. It covers a database that resumes, and a slow mail service. */
export const PEOPLE_MAIL_TIMEOUT_SECONDS = 30;
/** The seconds for which a received message is hidden: AWS recommends six time-outs of the function. */
export const PEOPLE_MAIL_VISIBILITY_SECONDS = 6 * PEOPLE_MAIL_TIMEOUT_SECONDS;
/** The attempts at a mail. Ten minutes pass during three, and the person has asked for another link by then. */
export const PEOPLE_MAIL_RECEIVES_MAX = 3;
