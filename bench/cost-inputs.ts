import inputs from '../docs/cost-inputs.json' with { type: 'json' };

type Inputs = typeof inputs;
type Template = Omit<Inputs['template'], 'connections' | 'fixedDollars'> & {
  /** How many of each run at once, and how many connections each opens. */
  readonly connections: Readonly<Record<string, { readonly atOnce: number; readonly each: number }>>;
  /** What costs the same whoever uses it, without the database's size and the proxy that is paid by it. */
  readonly fixedDollars: Readonly<Record<string, number>>;
};

/** docs/cost-inputs.json: everything the cost is computed from. docs/cost-page.txt says what each figure is. */
export type CostInputs = Omit<Inputs, 'template'> & { readonly template: Template };
export const COST_INPUTS: CostInputs = inputs;

/** What one piece of work costs: a part of it whatever its size, and a part for each thousand lines. */
export type ByLines = Inputs['measured']['logBytes'];
