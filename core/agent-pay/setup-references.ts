import type { FieldError } from '../problem.ts';
import type { PaySetup } from './pay-setup.ts';

interface KnownReferences {
  /** The setup in force: its members may have lost their statements meanwhile. */
  readonly before: PaySetup | null;
  readonly carrierIds: ReadonlySet<string>;
  readonly memberIds: ReadonlySet<string>;
}

interface Reference {
  readonly field: string;
  readonly carrierId: string | null;
  readonly memberRefId: string | null;
}

/** Lists carriers and members of a setup that the account does not have: such a rule, move or case would never count. */
export function unknownReferences(
  setup: PaySetup,
  { before, carrierIds, memberIds }: KnownReferences,
): readonly FieldError[] {
  const earlier = before === null ? [] : referencesOf(before);
  const members = new Set([...memberIds, ...earlier.map(({ memberRefId }) => memberRefId)]);
  const carriers = new Set([...carrierIds, ...earlier.map((one) => one.carrierId)]);
  return referencesOf(setup).flatMap(({ field, carrierId, memberRefId }) => [
    ...(carrierId === null || carriers.has(carrierId)
      ? []
      : [{ field: `${field}.carrierId`, detail: 'is no carrier of the account' }]),
    ...(memberRefId === null || members.has(memberRefId)
      ? []
      : [{ field: `${field}.memberRefId`, detail: 'is no member of the account' }]),
  ]);
}

function referencesOf({ plans, moves, cases }: PaySetup): readonly Reference[] {
  return [
    ...plans.flatMap(({ rules }, plan) =>
      rules.map(({ scope: { carrierId, memberRefId } }, at) => ({
        ...{ field: `plans[${plan}].rules[${at}]`, carrierId, memberRefId },
      })),
    ),
    ...moves.map(({ carrierId, memberRefId }, at) => ({ field: `moves[${at}]`, carrierId, memberRefId })),
    ...cases.map(({ carrierId, memberRefId }, at) => ({ field: `cases[${at}]`, carrierId, memberRefId })),
  ];
}
