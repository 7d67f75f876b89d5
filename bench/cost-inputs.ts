import inputs from '../docs/cost-inputs.json' with { type: 'json' };

type Inputs = typeof inputs;
type Template = Omit<Inputs['template'], 'connections' | 'fixedDollars'> & {
  /** For each part, how many run at once and how many connections each opens. */
  readonly connections: Readonly<Record<string, { readonly atOnce: number; readonly each: number }>>;
  /** Costs that do not depend on use, without the database's size and the proxy that is billed by it. */
  readonly fixedDollars: Readonly<Record<string, number>>;
};

/** docs/cost-inputs.json: all inputs of the cost. docs/cost-page.txt explains each figure. */
export type CostInputs = Omit<Inputs, 'template'> & { readonly template: Template };
export const COST_INPUTS: CostInputs = inputs;

/** The cost of one piece of work: a fixed part, and a part for each thousand lines. */
export type ByLines = Inputs['measured']['logBytes'];
