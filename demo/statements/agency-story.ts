import { amberly } from './amberly.ts';
import { blueRidge } from './blue-ridge.ts';
import { harborFirst } from './harbor-first.ts';
import type { Story } from './story.ts';
import { summitSenior } from './summit-senior.ts';

/**
 * Five months (2026-05 to 2026-09) of an agency with four carriers, each with a layout of its own. The story is pure: every run makes the
 * same bytes. People, carriers and plans are invented; the layouts are typical of the trade.
 */
export function agencyStory(): Story {
  return { agency: 'Lakeview Benefits Group', carriers: [harborFirst(), amberly(), summitSenior(), blueRidge()] };
}

/** The example agency that visitors look around in: the months of the story with six people, read in seconds. */
export function exampleStory(): Story {
  return {
    agency: 'Lakeview Benefits Group',
    carriers: [
      harborFirst({ share: 0.02, agents: 2 }),
      amberly({ share: 0.15, agents: 2 }),
      summitSenior({ share: 0.3, agents: 1 }),
      blueRidge({ share: 0.3, agents: 1 }),
    ],
  };
}
