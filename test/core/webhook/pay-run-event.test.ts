import { describe, expect, it } from 'vitest';
import { eventBody, type PayRunEvent } from '../../../core/webhook/pay-run-event.ts';

const event: PayRunEvent = {
  ...{ event: 'pay_run.paid', runId: 'r1', payDate: '2026-02-15', months: ['2026-01'] },
  // 230.25 received, of which agents get 115.12; the house has the half cent.
  sums: { received: 2_302_500, people: 1_151_200, house: 1_151_300, held: 0, paid: 1_151_200 },
  ...{ agents: 2, approvedAt: '2026-02-14T10:00:00.000Z', paidOn: '2026-02-15', method: 'ACH', reference: null },
};

describe('the event of a pay run', () => {
  it('has the sums in dollars and links to the run', () => {
    expect(eventBody(event, 'https://api.example')).toBe(
      '{"event":"pay_run.paid","runId":"r1","payDate":"2026-02-15","months":["2026-01"],' +
        '"sums":{"received":230.25,"people":115.12,"house":115.13,"held":0,"paid":115.12},"agents":2,' +
        '"approvedAt":"2026-02-14T10:00:00.000Z","paidOn":"2026-02-15","method":"ACH","reference":null,' +
        '"_links":{"self":{"href":"https://api.example/v1/pay-runs/r1"},' +
        '"lines":{"href":"https://api.example/v1/pay-runs/r1/lines"},' +
        '"payments":{"href":"https://api.example/v1/pay-runs/r1/payments"},' +
        '"journal":{"href":"https://api.example/v1/pay-runs/r1/journal"}}}',
    );
  });
});
