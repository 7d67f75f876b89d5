import { describe, expect, test } from 'vitest';
import { type CheckResult, MAIL_CHECKS, type MailVerdicts, verdictProblem } from '../../../core/intake/judge-mail.ts';

/** The four results of each check. Five checks have 4^5 = 1,024 combinations. */
const RESULTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'] as const satisfies readonly CheckResult[];
const PROVEN: MailVerdicts = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' };
const COMBINATIONS: readonly MailVerdicts[] = MAIL_CHECKS.reduce<readonly MailVerdicts[]>(
  (combinations, check) =>
    combinations.flatMap((verdicts) => RESULTS.map((result) => ({ ...verdicts, [check]: result }))),
  [PROVEN],
);

const nameOf = ({ spam, virus, spf, dkim, dmarc }: MailVerdicts) => [spam, virus, spf, dkim, dmarc].join(' ');
const outcomeOf = (verdicts: MailVerdicts) => verdictProblem(verdicts)?.outcome ?? 'let in';

describe('of all 1,024 combinations', () => {
  test('exactly those are accepted in which spam, virus and DMARC passed, and SPF or DKIM', () => {
    expect(new Set(COMBINATIONS.map(nameOf)).size).toBe(1024);
    const letIn = COMBINATIONS.filter((verdicts) => verdictProblem(verdicts) === null).map(nameOf);
    expect(letIn.toSorted()).toEqual(
      [
        'PASS PASS PASS PASS PASS',
        'PASS PASS PASS FAIL PASS',
        'PASS PASS PASS GRAY PASS',
        'PASS PASS PASS PROCESSING_FAILED PASS',
        'PASS PASS FAIL PASS PASS',
        'PASS PASS GRAY PASS PASS',
        'PASS PASS PROCESSING_FAILED PASS PASS',
      ].toSorted(),
    );
  });

  test('those that failed spam, virus, DMARC, or both SPF and DKIM are rejected; all others wait', () => {
    // Combinations without a failure: 3 results each of spam, virus and DMARC, and 16 − 1 = 15 pairs of SPF and DKIM make 27 × 15 = 405.
    // Of these, 7 are accepted, so 398 wait, and 1,024 − 405 = 619 are rejected.
    const counts = Map.groupBy(COMBINATIONS, outcomeOf);
    expect([...counts].map(([outcome, some]) => [outcome, some.length]).toSorted()).toEqual([
      ['held', 398],
      ['let in', 7],
      ['rejected', 619],
    ]);
  });
});

test.each(['spam', 'virus'] as const)('treats a disabled check as no proof: %s', (check) => {
  expect(outcomeOf({ ...PROVEN, [check]: 'DISABLED' })).toBe('held');
});
