import { amberly } from './amberly.ts';
import { blueRidge } from './blue-ridge.ts';
import { harborFirst } from './harbor-first.ts';
import type { Story } from './story.ts';
import { summitSenior } from './summit-senior.ts';

/**
 * Five months (2026-05 to 2026-09) of an agency with four carriers, every one with a layout of its own. Pure: the same
 * story and the same bytes on every run. People, carriers and plans are invented; the layouts are those of the trade.
 */
export function agencyStory(): Story {
  return { agency: 'Lakeview Benefits Group', carriers: [harborFirst(), amberly(), summitSenior(), blueRidge()] };
}
