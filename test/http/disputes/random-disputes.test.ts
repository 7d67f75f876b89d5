import fc from 'fast-check';
import { test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService } from '../../support/service.ts';
import { startAgency } from './disputes-agency.ts';
import { operations } from './random-operations.ts';

/** Tests disputes with random statements, rates and requests. Each answer is compared with the model's. */

const service = await sharedService();

test('disputes follow the rules for any statements, rates and requests', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const agency = await startAgency(service);
      for (const step of steps) {
        await agency.run(step);
        await agency.compare();
      }
      await agency.compareLists();
      await agency.compareReports();
    }),
    // The failure message prints the book. Shrinking would take longer than the test may.
    { numRuns: propertyRuns(10), endOnFailure: true },
  );
});
