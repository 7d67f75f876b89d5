/**
 * What the mail server found out about a message before it handed it over
 * (docs/reference/drop-offs.md#which-mail-is-taken).
 */

export const MAIL_CHECKS = ['spam', 'virus', 'spf', 'dkim', 'dmarc'] as const;
export type MailCheck = (typeof MAIL_CHECKS)[number];

/** GRAY: it can't say, as for a domain without a policy. PROCESSING_FAILED and DISABLED: it did not look. */
export const CHECK_RESULTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED', 'DISABLED'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export type MailVerdicts = Readonly<Record<MailCheck, CheckResult>>;

/** A message that is not taken in, and why, for the people of the account it was sent to. */
export interface MailStopped {
  readonly outcome: 'rejected' | 'held';
  readonly reason: string;
}

/**
 * Only mail that is neither spam nor infected and provably comes from the domain it names is taken in: DMARC passed, and with it
 * SPF or DKIM. What failed a check is rejected; what no check vouches for waits for a person. Null: it may come in.
 */
export function verdictProblem(verdicts: MailVerdicts): MailStopped | null {
  const { spam, virus, spf, dkim, dmarc } = verdicts;
  if (virus === 'FAIL') return { outcome: 'rejected', reason: 'The message was found to be infected.' };
  if (spam === 'FAIL') return { outcome: 'rejected', reason: 'The message was found to be spam.' };
  if (dmarc === 'FAIL' || (spf === 'FAIL' && dkim === 'FAIL')) {
    return { outcome: 'rejected', reason: 'The message does not come from the domain it names as its sender.' };
  }
  if (spam !== 'PASS' || virus !== 'PASS') {
    return { outcome: 'held', reason: `The message could not be checked for spam and viruses. ${INSTEAD}` };
  }
  if (dmarc !== 'PASS' || (spf !== 'PASS' && dkim !== 'PASS')) {
    return {
      outcome: 'held',
      reason: `It is not certain that the message comes from the domain it names: that takes SPF or DKIM, and DMARC. ${INSTEAD}`,
    };
  }
  return null;
}

const INSTEAD = 'If it is genuine, upload its statements through the API.';
