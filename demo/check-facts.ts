import type { PlayedStory } from './play-story.ts';
import type { Rollup } from './service-client.ts';
import type { Story } from './statements/story.ts';

/** Figures that the story counted from its own books and the service from the files; each pair must be equal to the cent. */
const FIGURES = [
  'memberCount',
  'green',
  'yellow',
  'red',
  'new',
  'reappeared',
  'commissionDropped',
  'commissionReduced',
  'commissionAtRisk',
  'chargebackCount',
  'chargebackAmount',
] as const;

export interface FactCheck {
  readonly compared: number;
  readonly differences: readonly string[];
}

export function checkFacts(story: Story, { carrierIds }: PlayedStory, rollups: ReadonlyMap<string, Rollup>): FactCheck {
  let compared = 0;
  const differences: string[] = [];
  const compare = (what: string, expected: number, actual: number | undefined) => {
    compared += 1;
    if (expected !== actual) differences.push(`${what}: the books say ${expected}, the service ${actual}`);
  };
  for (const carrier of story.carriers) {
    const carrierId = carrierIds.get(carrier);
    for (const facts of carrier.facts) {
      const row = rollups.get(facts.period)?.byCarrier.find((entry) => entry.carrierId === carrierId);
      const place = `${carrier.name} ${facts.period}`;
      for (const figure of FIGURES) compare(`${place} ${figure}`, facts[figure], row?.[figure]);
      if (facts.commissionOwed !== null) compare(`${place} commissionOwed`, facts.commissionOwed, row?.commissionOwed);
    }
  }
  return { compared, differences };
}
