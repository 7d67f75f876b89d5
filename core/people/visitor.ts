/** Address of the user as whom every visitor of the example agency is signed in. `.invalid` never receives mail. */
export const VISITOR_EMAIL = 'visitor@example-agency.invalid';
