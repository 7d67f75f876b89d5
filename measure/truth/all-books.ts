import { aetnaMedicare, devoted, devotedInCatalogue, humana, unitedHealthcare } from './books/aetna-medicare.ts';
import { aetnaSenior, mutualOfOmaha } from './books/aetna-senior.ts';
import { americanPublicLife, dental, nationalGeneral } from './books/american-public-life.ts';
import { heritageAnnuities, recoveredAdvances, sonoran } from './books/annuities-and-advances.ts';
import { cedarValley, sierraVista } from './books/cedar-valley.ts';
import { copperState, goldenTrail, hawthornMutual, triCounty, voyagerTravel } from './books/copper-state.ts';
import { grange, progressive } from './books/grange.ts';
import { groupCoverages, smallGroups } from './books/group-coverages.ts';
import { healthspring, healthsun } from './books/healthsun.ts';
import { blueriverRx, lakeshoreDrugPlans } from './books/lakeshore-drug-plans.ts';
import { agentReport, orchard } from './books/marketplace.ts';
import { ambetter, molina, oscar } from './books/molina.ts';
import { northStar, prairieStates } from './books/north-star.ts';
import { premiumModes } from './books/premium-modes.ts';
import { summitGroups, tieredGroups } from './books/tiered-groups.ts';
import { cascadeLife, keystoneLife, transamerica } from './books/transamerica.ts';
import { bcbsNc, healthfirst, wellcare } from './books/wellcare.ts';
import type { ManyBook } from './drawn/records.ts';
import type { TruthBook } from './judging/truth.ts';
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
import { GALLOWAY, IRONGATE, ORIOLE, SAWTOOTH } from './unseen-eleventh/groups-and-worksites.ts';
import { ASHCOMBE, RAMBLEWOOD, TIDEPOOL, WILLOWMERE } from './unseen-eleventh/life-and-property.ts';
import { BARLEYCORN, DOGWOOD, PEBBLEBROOK, QUILLMORE } from './unseen-eleventh/medicare-and-exchange.ts';
import { PRAIRIE_GATE, ROADRUNNER, TIDEWATER } from './unseen-fifth/farms-and-roads.ts';
import { ASTER, COBALT, MOSSWOOD } from './unseen-fifth/groups-and-exchange.ts';
import { GREENLEAF, LODESTAR, SEXTANT } from './unseen-fifth/life-and-savings.ts';
import { GRANGER, OSPREY, SNOWDROP } from './unseen-fifth/terms-and-seniors.ts';
import { BLUE_HERON, OLD_FERRY, STERLING_VALE, TALLOW_CREEK } from './unseen-fourth/employers.ts';
import { CLOVER_COAST, COMPASS_ROSE, LARK_AND_FERN } from './unseen-fourth/individuals.ts';
import { HARVEST_MOON, LINDEN, RIVERBEND, SABLE_POINT, TWIN_OAKS } from './unseen-fourth/seniors-and-agencies.ts';
import { CALLOWAY, LATTIMER, THORNDALE } from './unseen-ninth/drugs-and-employers.ts';
import { GOLDCREST, SILVERLEAF, WRENFIELD } from './unseen-ninth/exchange-and-medicare.ts';
import { HOLLINGSWORTH, PEACEFUL_MEADOW, STARBOARD } from './unseen-ninth/life-and-later-life.ts';
import { BRIDGEPORT, CROSSWIND, SYCAMORE } from './unseen-ninth/property-and-agencies.ts';
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
import { BROADMOOR, MILLSTREAM, PEARL_AND_VINE, TAMARACK } from './unseen-tenth/employers-and-dental.ts';
import { BELLAMY, KINDRED, PAWSWELL, SUMMERFIELD } from './unseen-tenth/life-and-property.ts';
import { AMARANTH, FERNLEAF, HERONWOOD, LOONLAKE } from './unseen-tenth/medicare-and-exchange.ts';
import { KEYSTONE, SALTMARSH, SUMMIT_FIELD } from './unseen-third/employers-and-agencies.ts';
import { BRIGHTWATER, GOOD_NEIGHBOR, PRAIRIE_SKY } from './unseen-third/health-and-dental.ts';
import { EVERGREEN, HOMESTEAD, TRI_COUNTY } from './unseen-third/life-and-property.ts';
import { LAKEMONT, MILLRACE, TRAILHEAD } from './unseen-third/medicare-plans.ts';

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
  ninth: [
    WRENFIELD,
    SILVERLEAF,
    GOLDCREST,
    CALLOWAY,
    THORNDALE,
    LATTIMER,
    HOLLINGSWORTH,
    PEACEFUL_MEADOW,
    STARBOARD,
    BRIDGEPORT,
    SYCAMORE,
    CROSSWIND,
  ],
  tenth: [
    HERONWOOD,
    AMARANTH,
    FERNLEAF,
    LOONLAKE,
    TAMARACK,
    PEARL_AND_VINE,
    MILLSTREAM,
    BROADMOOR,
    KINDRED,
    SUMMERFIELD,
    BELLAMY,
    PAWSWELL,
  ],
  eleventh: [
    QUILLMORE,
    PEBBLEBROOK,
    DOGWOOD,
    BARLEYCORN,
    SAWTOOTH,
    ORIOLE,
    GALLOWAY,
    IRONGATE,
    WILLOWMERE,
    ASHCOMBE,
    TIDEPOOL,
    RAMBLEWOOD,
  ],
};

/**
 * The hand-written sets of books, by name. Each was written from the rules of the trade by somebody who had not looked at what the service
 * answers.
 */
export const UNSEEN_SETS: ReadonlyMap<string, readonly (() => ManyBook)[]> = new Map(
  Object.entries(DESCRIPTIONS).map(([name, books]) => [name, books.map((one) => () => unseenBook(one))]),
);

/** Every kind of book, by its name. */
export const BOOKS: Readonly<Record<string, (seed: number) => TruthBook>> = {
  wellcare,
  healthspring,
  healthfirst,
  'aetna-medicare': aetnaMedicare,
  unitedhealthcare: unitedHealthcare,
  humana,
  devoted,
  'devoted-in-catalogue': devotedInCatalogue,
  'mutual-of-omaha': mutualOfOmaha,
  'aetna-senior': aetnaSenior,
  ambetter,
  oscar,
  'bcbs-nc': bcbsNc,
  'small-groups': smallGroups,
  dental,
  transamerica,
  progressive,
  'national-general': nationalGeneral,
  healthsun,
  'american-public-life': americanPublicLife,
  'lakeshore-drug-plans': lakeshoreDrugPlans,
  'cedar-valley': cedarValley,
  'prairie-states': prairieStates,
  molina,
  'tiered-groups': tieredGroups,
  'summit-groups': summitGroups,
  'group-coverages': groupCoverages,
  grange,
  'premium-modes': premiumModes,
  'recovered-advances': recoveredAdvances,
  orchard,
  sonoran,
  'agent-report': agentReport,
  'tri-county': triCounty,
  'hawthorn-mutual': hawthornMutual,
  'cascade-life': cascadeLife,
  'golden-trail': goldenTrail,
  'heritage-annuities': heritageAnnuities,
  'blueriver-rx': blueriverRx,
  'sierra-vista': sierraVista,
  'copper-state': copperState,
  'north-star': northStar,
  'voyager-travel': voyagerTravel,
  'keystone-life': keystoneLife,
};
