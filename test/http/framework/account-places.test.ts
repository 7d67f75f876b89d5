import { expect, test, vi } from 'vitest';
import {
  createAdmission,
  inAccountPlace,
  OPERATOR,
  runAdmitted,
  type SharedPlaces,
} from '../../../lambdas/http/admission.ts';

/** Guarantee: a large request runs in a place that all processes share and gives it back, and without one it is refused and not begun. */

function placesWith(count: number) {
  let held = 0;
  const places: SharedPlaces = {
    take: async () => {
      if (held >= count) return null;
      held += 1;
      return async () => {
        held -= 1;
      };
    },
  };
  return { places, held: () => held };
}

test.each(['form', 'heavy'] as const)(
  'a %s request takes a place and gives it back, also after a failure',
  async (kind) => {
    const { places, held } = placesWith(1);
    const admission = createAdmission({ accountPlaces: places });
    expect(await runAdmitted(admission, { owner: 'a', kind }, async () => held())).toBe(1);
    await expect(
      runAdmitted(admission, { owner: 'a', kind }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow();
    expect(held()).toBe(0);
  },
);

test('refuses a large request of an account without a place, to be tried again, and lets light ones through', async () => {
  const admission = createAdmission({ accountPlaces: placesWith(0).places });
  const work = async () => 'done';
  expect(await runAdmitted(admission, { owner: 'a', kind: 'heavy' }, work)).toMatchObject({
    refused: { code: 'rate_limited', headers: { 'Retry-After': '5' } },
  });
  expect(await runAdmitted(admission, { owner: 'a', kind: 'light' }, work)).toBe('done');
});

test('beside other processes, one runs a single form of an account at a time, and those of others at once', async () => {
  const admission = createAdmission({ accountPlaces: placesWith(6).places });
  const release = Promise.withResolvers<void>();
  const begun: string[] = [];
  const forms = ['a', 'a', 'b'].map((owner) =>
    runAdmitted(admission, { owner, kind: 'form' }, async () => {
      begun.push(owner);
      await release.promise;
    }),
  );
  await vi.waitFor(() => expect(begun).toContain('b'));
  expect(begun).toEqual(['a', 'b']);
  release.resolve();
  await Promise.all(forms);
  expect(begun).toEqual(['a', 'b', 'a']);
});

test('asks for no place for the operator, or where one process answers everything', async () => {
  expect(await inAccountPlace(placesWith(0).places, OPERATOR, async () => 'done')).toBe('done');
  expect(await inAccountPlace(undefined, 'a', async () => 'done')).toBe('done');
});
