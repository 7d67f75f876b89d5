import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMoney } from '../../../core/money.ts';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { bookArbitrary, estimatedBookArbitrary } from '../../support/book-arbitraries.ts';
import { type ModelInput, modelBook } from '../../support/book-model.ts';
import { type ModelFile, type ModelLine, normalised } from '../../support/book-model-record.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { scoredBook } from '../../support/scored-book.ts';
import { FEW_LEFT_OUT, rowsByMember, shortMoney, viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/**
 * Guarantee: in any book totals are the sums of their parts, the order of rows does not matter, and deltas turn the old record into the
 * new one.
 */

const anyBook: fc.Arbitrary<ModelInput> = fc.oneof(bookArbitrary, estimatedBookArbitrary);

describe('totals are the sums of their parts', () => {
  it("the commission of a period's rows is the net amount of its lines", async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async (input) => {
        for (const [period, { scores }] of (await scoredBook(input)).periods) {
          const net = linesIn(input.files, period).reduce(
            (total, line) => total + Math.round(Number(line.amount) * 10_000),
            0,
          );
          const ofRows = scores.rows.reduce((total, row) => total + row.commissionAmount, 0);
          expect({ period, ofRows }).toEqual({ period, ofRows: net });
        }
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('counts, amounts at risk, chargebacks, owed and gross', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async (input) => {
        for (const [period, { scores }] of (await scoredBook(input)).periods) {
          const { rows, rollup } = scores;
          const counted = rows.filter((row) => row.counted);
          const withStatus = (status: ScoredRow['status']) => counted.filter((row) => row.status === status);
          const reducedBy = ({ prevCommissionAmount: prev, commissionAmount: now }: ScoredRow) =>
            Math.max(prev, 0) - Math.max(now, 0);
          const changed = withStatus('green').filter(({ flags }) => flags.includes('COMMISSION_CHANGED'));
          const more = changed.filter(
            (row) => row.commissionAmount >= 0 && row.commissionAmount > row.prevCommissionAmount,
          ).length;
          // A net below zero takes money each time, also where it is the same as before.
          const back = withStatus('green').filter(
            (row) =>
              row.commissionAmount < 0 ||
              (changed.includes(row) && row.commissionAmount < row.prevCommissionAmount && row.chargebackAmount > 0),
          ).length;
          const [unpaid, less] = [true, false].map((isUnpaid) =>
            withStatus('yellow').filter(
              (row) => (row.chargebackAmount > 0 && row.commissionAmount === -row.chargebackAmount) === isUnpaid,
            ),
          );
          const amounts = linesIn(input.files, period).map((line) => Math.round(Number(line.amount) * 10_000));
          expect(rollup).toEqual({
            memberCount: counted.filter((row) => row.status !== 'red').length,
            green: withStatus('green').length,
            yellow: withStatus('yellow').length,
            red: withStatus('red').length,
            new: withStatus('new').length,
            reappeared: withStatus('reappeared').length,
            carried: rows.filter((row) => row.status === 'carried').length,
            paidMore: more,
            paidLess: less?.length,
            paidLessAmount: sum(less ?? [], reducedBy),
            takenBack: back + (unpaid?.length ?? 0) + rows.filter((row) => row.status === 'red' && !row.counted).length,
            same: withStatus('green').length - more - back,
            plannedStep: 0,
            plannedStepAmount: 0,
            commissionDropped: sum(withStatus('red'), (row) => Math.max(row.prevCommissionAmount, 0)),
            commissionReduced: sum(withStatus('yellow'), reducedBy),
            commissionOwed: rows.reduce((total, row) => total + (row.commissionOwed ?? 0n), 0n),
            owedEvaluated: rows.filter((row) => row.expectedAmount !== null).length,
            owedTotal: membersPaid(input.files, period),
            owedEstimated: rows.some((row) => row.owedEstimated),
            commissionOwedEstimated: rows
              .filter((row) => row.owedEstimated)
              .reduce((total, row) => total + (row.commissionOwed ?? 0n), 0n),
            chargebackCount: rows.filter((row) => row.chargebackAmount > 0).length,
            chargebackAmount: sum(rows, (row) => row.chargebackAmount),
            gross: sum(amounts, (amount) => Math.max(amount, 0)),
            lineCount: amounts.length,
          });
          // The members' net amounts and the chargebacks after a drop are the net amount of the statement.
          const afterDrop = rows.filter((row) => !row.counted);
          const net = sum(counted, (row) => row.commissionAmount) - sum(afterDrop, (row) => row.chargebackAmount);
          expect(net).toBe(rollup.gross - rollup.chargebackAmount);
        }
      }),
      { numRuns: propertyRuns(600) },
    );
  });
});

describe('the order of rows', () => {
  it('does not matter, except for the lines of one policy, of which the first with a value decides', async () => {
    const shuffled = anyBook.chain((input) => fc.tuple(fc.constant(input), fc.tuple(...input.files.map(reordered))));
    await fc.assert(
      fc.asyncProperty(shuffled, async ([input, files]) => {
        expect(viewOfScored(await scoredBook({ ...input, files }))).toEqual(viewOfScored(await scoredBook(input)));
      }),
      { ...FEW_LEFT_OUT, numRuns: propertyRuns(600) },
    );
  });
});

describe('deltas', () => {
  it('turn the old record into the new one', async () => {
    await fc.assert(
      fc.asyncProperty(bookArbitrary, async (input) => {
        const { periods } = await scoredBook(input);
        for (const saved of periods.values()) {
          const before = saved.baselinePeriod === null ? undefined : periods.get(saved.baselinePeriod);
          const prior = before === undefined ? new Map<string, ScoredRow>() : rowsByMember(before);
          for (const [member, row] of rowsByMember(saved)) expectRebuilt(prior.get(member), row);
        }
      }),
      { numRuns: propertyRuns(600) },
    );
  });
});

/** Returns a row's tracked fields by canonical name, or none if its kind of row has no deltas. */
function trackedFields(row: ScoredRow): Record<string, string | null> {
  const { profile } = row;
  return {
    commission_amount: shortMoney(row.commissionAmount),
    premium_amount: profile.premium === null ? null : shortMoney(profile.premium),
    lives: profile.lives === null ? null : String(profile.lives / 100),
    plan_name: profile.planName,
    plan_code: profile.planCode,
    policy_number: profile.policyNumber,
    agent_id: profile.agentId,
    agent_name: profile.agentName,
    effective_date: profile.effectiveDate,
    term_date: profile.termDate,
    member_name: profile.memberName,
    email: profile.email,
    state: profile.state,
    carrier_status: profile.carrierStatus,
    product_type: profile.productType,
  };
}

function expectRebuilt(prior: ScoredRow | undefined, row: ScoredRow): void {
  if (row.status === 'new' || row.status === 'reappeared') {
    const added = { field: 'commission_amount', prevValue: null, changeType: 'added' };
    expect(row.deltas).toMatchObject(row.comparedAgainstPeriod === null ? [] : [added]);
    for (const delta of row.deltas) expect(delta.currValue).toBe(padded(row.commissionAmount));
    return;
  }
  if (row.status === 'red') {
    const removed = { field: 'commission_amount', currValue: null, changeType: 'removed' };
    expect(row.deltas).toMatchObject(row.counted ? [{ ...removed, prevValue: padded(row.prevCommissionAmount) }] : []);
    return;
  }
  if (prior === undefined) throw new Error('A member that is compared has a row in the baseline.');
  const rebuilt = trackedFields(prior);
  for (const { field, prevValue, currValue, changeType } of row.deltas) {
    expect(folded(field, prevValue)).toBe(folded(field, rebuilt[field] ?? null));
    expect(folded(field, currValue)).not.toBe(folded(field, prevValue));
    expect(changeType).toBe(prevValue === null ? 'added' : currValue === null ? 'removed' : 'modified');
    rebuilt[field] = currValue;
  }
  const now = trackedFields(row);
  for (const field of Object.keys(now)) {
    expect([field, folded(field, rebuilt[field] ?? null)]).toEqual([field, folded(field, now[field] ?? null)]);
  }
}

/** Formats an amount with at least two decimals. */
function padded(amount: number): string {
  const [whole, part = ''] = shortMoney(amount).split('.');
  return `${whole}.${part.padEnd(2, '0')}`;
}

/** Returns the compared form of a value: money to the cent, policy numbers as ids, texts without case and spaces. */
function folded(field: string, value: string | null): string | number | null {
  if (value === null) return null;
  if (field === 'lives') return Number(value);
  if (field === 'policy_number') return normalised(value);
  if (field !== 'commission_amount' && field !== 'premium_amount') {
    return value.trim().replace(/\s+/g, ' ').toLowerCase();
  }
  const units = Math.round(Number(value) * 10_000);
  return Math.sign(units) * Math.floor((Math.abs(units) + 50) / 100) || 0;
}

function sum<T>(parts: readonly T[], amountOf: (part: T) => number): number {
  return parts.reduce((total, part) => addMoney(total, amountOf(part)), 0);
}

function linesIn(files: readonly ModelFile[], period: string): ModelLine[] {
  return files.filter((file) => file.period === period).flatMap((file) => [...file.lines]);
}

function membersPaid(files: readonly ModelFile[], period: string): number {
  const paid = linesIn(files, period).filter((line) => !line.amount.startsWith('-'));
  return new Set(paid.map((line) => normalised(line.member))).size;
}

/** Puts the file's lines in another order. The lines of one member and policy keep theirs. */
function reordered(file: ModelFile): fc.Arbitrary<ModelFile> {
  const indexes = file.lines.map((_, index) => index);
  return fc.shuffledSubarray(indexes, { minLength: indexes.length }).map((order) => {
    const queues = new Map<string, ModelLine[]>();
    for (const line of file.lines) queues.set(recordOf(line), [...(queues.get(recordOf(line)) ?? []), line]);
    const lines = order.flatMap((index) => {
      const line = file.lines[index];
      const next = line === undefined ? undefined : queues.get(recordOf(line))?.shift();
      return next === undefined ? [] : [next];
    });
    return { ...file, lines };
  });
}

function recordOf(line: ModelLine): string {
  return `${normalised(line.member)}/${normalised(line.policy ?? '')}`;
}

/** Guarantee: scoring equals the book model in every row, flag, delta, total and estimate of random books. */

async function expectAsModelled(input: ModelInput): Promise<void> {
  expect(viewOfScored(await scoredBook(input))).toEqual(viewOfModel(modelBook(input)));
}

describe('a random book is scored like the model', () => {
  it('with contracted rates and tolerances of all kinds', async () => {
    await fc.assert(fc.asyncProperty(bookArbitrary, expectAsModelled), {
      ...FEW_LEFT_OUT,
      numRuns: propertyRuns(2500),
    });
  });

  it('with estimated rates', async () => {
    await fc.assert(fc.asyncProperty(estimatedBookArbitrary, expectAsModelled), {
      ...FEW_LEFT_OUT,
      numRuns: propertyRuns(1500),
    });
  });
});
