import type { ManyBook } from './drawn/records.ts';
import { OLD_MILL, RIDGELINE, SILVERTON, STONEBRIDGE } from './unseen/advances-and-years.ts';
import { type Description, unseenBook } from './unseen/description.ts';
import {
  BAYFIELD,
  BLUEBIRD,
  CLEARWATER,
  CRESTLINE,
  HARBORLIGHT,
  LARKSPUR,
  TWO_RIVERS,
  UNION_BAY,
} from './unseen/groups-and-months.ts';
import { CYPRESS_POINT, JUNEBERRY, WEXFORD } from './unseen-eighth/exchange-and-medicare.ts';
import { HALCYON, OVERLAND, STILLWATER } from './unseen-eighth/life-and-agencies.ts';
import { BIRCHWOOD, FOUNDRY, HEARTHSIDE } from './unseen-eighth/property-and-worksites.ts';
import { AMBERLY, GRANBY, PEMBERTON } from './unseen-eighth/supplements-and-groups.ts';
import { PRAIRIE_GATE, ROADRUNNER, TIDEWATER } from './unseen-fifth/farms-and-roads.ts';
import { ASTER, COBALT, MOSSWOOD } from './unseen-fifth/groups-and-exchange.ts';
import { GREENLEAF, LODESTAR, SEXTANT } from './unseen-fifth/life-and-savings.ts';
import { GRANGER, OSPREY, SNOWDROP } from './unseen-fifth/terms-and-seniors.ts';
import { BLUE_HERON, OLD_FERRY, STERLING_VALE, TALLOW_CREEK } from './unseen-fourth/employers.ts';
import { CLOVER_COAST, COMPASS_ROSE, LARK_AND_FERN } from './unseen-fourth/individuals.ts';
import { HARVEST_MOON, LINDEN, RIVERBEND, SABLE_POINT, TWIN_OAKS } from './unseen-fourth/seniors-and-agencies.ts';
import { CEDAR_HOLLOW, MERIDIAN, NORTHGATE } from './unseen-second/life-and-care.ts';
import { COASTAL, COPPERFIELD, GRANITE, IRONWOOD, REDWOOD, SUNFIELD } from './unseen-second/plans-and-payroll.ts';
import { BELLWETHER, HAWTHORNE, PINNACLE } from './unseen-second/terms-and-contracts.ts';
import { BEACON_HILL, MONARCH, PALISADE } from './unseen-seventh/life-and-income.ts';
import { BLUFFTON, IVORY, MARIGOLD } from './unseen-seventh/marketplace-and-employers.ts';
import { HOLLYHOCK, MAGPIE, SANDPIPER } from './unseen-seventh/medicare-this-year.ts';
import { CARDINAL, DRAKE, ELMHURST } from './unseen-seventh/payroll-care-and-property.ts';
import { FERNCLIFF, JUNIPER, KESTREL } from './unseen-sixth/exchange-and-employers.ts';
import { CALISTOGA, FAIRMEADOW, QUARRYSTONE } from './unseen-sixth/medicare-and-agencies.ts';
import { ANVIL, LEDGERWOOD, PINECONE } from './unseen-sixth/property-and-plans.ts';
import { CHALKLINE, EVERSTONE, WINDROSE } from './unseen-sixth/worksites-and-contracts.ts';
import { KEYSTONE, SALTMARSH, SUMMIT_FIELD } from './unseen-third/employers-and-agencies.ts';
import { BRIGHTWATER, GOOD_NEIGHBOR, PRAIRIE_SKY } from './unseen-third/health-and-dental.ts';
import { EVERGREEN, HOMESTEAD, TRI_COUNTY } from './unseen-third/life-and-property.ts';
import { LAKEMONT, MILLRACE, TRAILHEAD } from './unseen-third/medicare.ts';

const DESCRIPTIONS: Readonly<Record<string, readonly Description[]>> = {
  first: [
    RIDGELINE,
    OLD_MILL,
    STONEBRIDGE,
    SILVERTON,
    HARBORLIGHT,
    TWO_RIVERS,
    LARKSPUR,
    BAYFIELD,
    BLUEBIRD,
    UNION_BAY,
    CRESTLINE,
    CLEARWATER,
  ],
  second: [
    NORTHGATE,
    CEDAR_HOLLOW,
    MERIDIAN,
    REDWOOD,
    SUNFIELD,
    COASTAL,
    IRONWOOD,
    COPPERFIELD,
    GRANITE,
    PINNACLE,
    HAWTHORNE,
    BELLWETHER,
  ],
  third: [
    LAKEMONT,
    TRAILHEAD,
    MILLRACE,
    PRAIRIE_SKY,
    BRIGHTWATER,
    GOOD_NEIGHBOR,
    HOMESTEAD,
    EVERGREEN,
    TRI_COUNTY,
    KEYSTONE,
    SALTMARSH,
    SUMMIT_FIELD,
  ],
  fourth: [
    HARVEST_MOON,
    LINDEN,
    SABLE_POINT,
    CLOVER_COAST,
    LARK_AND_FERN,
    COMPASS_ROSE,
    TALLOW_CREEK,
    STERLING_VALE,
    BLUE_HERON,
    OLD_FERRY,
    RIVERBEND,
    TWIN_OAKS,
  ],
  fifth: [
    PRAIRIE_GATE,
    TIDEWATER,
    ROADRUNNER,
    SNOWDROP,
    GRANGER,
    OSPREY,
    COBALT,
    MOSSWOOD,
    ASTER,
    LODESTAR,
    GREENLEAF,
    SEXTANT,
  ],
  sixth: [
    JUNIPER,
    FERNCLIFF,
    KESTREL,
    FAIRMEADOW,
    CALISTOGA,
    QUARRYSTONE,
    CHALKLINE,
    WINDROSE,
    EVERSTONE,
    ANVIL,
    PINECONE,
    LEDGERWOOD,
  ],
  seventh: [
    HOLLYHOCK,
    SANDPIPER,
    MAGPIE,
    MARIGOLD,
    BLUFFTON,
    IVORY,
    BEACON_HILL,
    MONARCH,
    PALISADE,
    DRAKE,
    ELMHURST,
    CARDINAL,
  ],
  eighth: [
    CYPRESS_POINT,
    WEXFORD,
    JUNEBERRY,
    AMBERLY,
    GRANBY,
    PEMBERTON,
    HALCYON,
    STILLWATER,
    OVERLAND,
    BIRCHWOOD,
    FOUNDRY,
    HEARTHSIDE,
  ],
};

/**
 * The hand-written sets of books, by name. Each was written from the rules of the trade by somebody who had not looked at what the service
 * answers.
 */
export const UNSEEN_SETS: ReadonlyMap<string, readonly (() => ManyBook)[]> = new Map(
  Object.entries(DESCRIPTIONS).map(([name, books]) => [name, books.map((one) => () => unseenBook(one))]),
);
