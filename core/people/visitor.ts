/** The person as whom everybody looks around in the example agency. `.invalid` can never get mail. */
export const VISITOR_EMAIL = 'visitor@example-agency.invalid';
