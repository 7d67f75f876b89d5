import type { TruthBook } from '../judging/truth.ts';
import { aetnaMedicare } from './aetna-medicare.ts';
import { aetnaSenior } from './aetna-senior.ts';
import { agentReport } from './agent-report.ts';
import { ambetter } from './ambetter.ts';
import { americanPublicLife } from './american-public-life.ts';
import { bcbsNc } from './bcbs-nc.ts';
import { blueriverRx } from './blueriver-rx.ts';
import { cascadeLife } from './cascade-life.ts';
import { cedarValley } from './cedar-valley.ts';
import { copperState } from './copper-state.ts';
import { dental } from './dental.ts';
import { devoted, devotedInCatalogue } from './devoted.ts';
import { goldenTrail } from './golden-trail.ts';
import { grange } from './grange.ts';
import { groupCoverages } from './group-coverages.ts';
import { hawthornMutual } from './hawthorn-mutual.ts';
import { healthfirst } from './healthfirst.ts';
import { healthspring } from './healthspring.ts';
import { healthsun } from './healthsun.ts';
import { heritageAnnuities } from './heritage-annuities.ts';
import { humana } from './humana.ts';
import { keystoneLife } from './keystone-life.ts';
import { lakeshoreDrugPlans } from './lakeshore-drug-plans.ts';
import { molina } from './molina.ts';
import { mutualOfOmaha } from './mutual-of-omaha.ts';
import { nationalGeneral } from './national-general.ts';
import { northStar } from './north-star.ts';
import { orchard } from './orchard.ts';
import { oscar } from './oscar.ts';
import { prairieStates } from './prairie-states.ts';
import { premiumModes } from './premium-modes.ts';
import { progressive } from './progressive.ts';
import { recoveredAdvances } from './recovered-advances.ts';
import { sierraVista } from './sierra-vista.ts';
import { smallGroups } from './small-groups.ts';
import { sonoran } from './sonoran.ts';
import { summitGroups } from './summit-groups.ts';
import { tieredGroups } from './tiered-groups.ts';
import { transamerica } from './transamerica.ts';
import { triCounty } from './tri-county.ts';
import { unitedHealthcare } from './unitedhealthcare.ts';
import { voyagerTravel } from './voyager-travel.ts';
import { wellcare } from './wellcare.ts';

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
