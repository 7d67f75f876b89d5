import inputs from '../../docs/cost-inputs.json' with { type: 'json' };

type Inputs = typeof inputs;
type Template = Omit<Inputs['template'], 'connections' | 'fixedDollars'> & {
  /** For each part, the number of instances at once and the number of connections that each opens. */
  readonly connections: Readonly<Record<string, { readonly atOnce: number; readonly each: number }>>;
  /** Costs that do not depend on use, without the database's size and the proxy, which is billed by that size. */
  readonly fixedDollars: Readonly<Record<string, number>>;
};

/** The content of docs/cost-inputs.json: all inputs of the cost. docs/cost-page.txt explains each figure. */
export type CostInputs = Omit<Inputs, 'template'> & { readonly template: Template };
export const COST_INPUTS: CostInputs = inputs;

/** The cost of one piece of work: a fixed part, and a part for each thousand lines. */
export type ByLines = Inputs['measured']['logBytes'];
