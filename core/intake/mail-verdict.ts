/** Results of the mail server's checks of a message (docs/reference/drop-offs.md#which-mail-is-accepted). */

export const MAIL_CHECKS = ['spam', 'virus', 'spf', 'dkim', 'dmarc'] as const;
export type MailCheck = (typeof MAIL_CHECKS)[number];

/**
 * Results of a check. GRAY means undecided, as for a domain without a policy. PROCESSING_FAILED and DISABLED mean that
 * the check did not run.
 */
export const CHECK_RESULTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED', 'DISABLED'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** The result of each check. */
export type MailVerdicts = Readonly<Record<MailCheck, CheckResult>>;

/** A message that was stopped, with the reason for the people of its account. */
export interface MailStopped {
  readonly outcome: 'rejected' | 'held';
  readonly reason: string;
}

/**
 * Accepts mail that is neither spam nor infected and passes DMARC with SPF or DKIM; returns null then. A failed check
 * rejects the message, an inconclusive one holds it for a person.
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

const INSTEAD = 'If it is genuine, upload its statements yourself.';
