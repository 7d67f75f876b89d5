import type { TruthBook } from '../judging/truth.ts';
import { aetnaMedicare, devoted, devotedInCatalogue, humana, unitedHealthcare } from './aetna-medicare.ts';
import { aetnaSenior, mutualOfOmaha } from './aetna-senior.ts';
import { americanPublicLife, dental, nationalGeneral } from './american-public-life.ts';
import { heritageAnnuities, sonoran } from './annuities.ts';
import { cedarValley, sierraVista } from './cedar-valley.ts';
import { copperState, goldenTrail, hawthornMutual, triCounty, voyagerTravel } from './copper-state.ts';
import { grange, progressive } from './grange.ts';
import { groupCoverages, smallGroups } from './group-coverages.ts';
import { healthspring, healthsun } from './healthsun.ts';
import { blueriverRx, lakeshoreDrugPlans } from './lakeshore-drug-plans.ts';
import { agentReport, orchard } from './marketplace.ts';
import { ambetter, molina, oscar } from './molina.ts';
import { northStar, prairieStates } from './north-star.ts';
import { premiumModes } from './premium-modes.ts';
import { recoveredAdvances } from './recovered-advances.ts';
import { summitGroups, tieredGroups } from './tiered-groups.ts';
import { cascadeLife, keystoneLife, transamerica } from './transamerica.ts';
import { bcbsNc, healthfirst, wellcare } from './wellcare.ts';

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
