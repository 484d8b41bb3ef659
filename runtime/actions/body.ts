import type { ActionSpec, Parameters, Result } from '#spec/contract/action.ts';
import type { ActionContext } from './context.ts';

/** What runs a direct action: parsed parameters in, the declared result out, or a declared Fault. */
export type Body<S extends ActionSpec> = (parameters: Parameters<S>, context: ActionContext) => Result<S>;

/** A body for every action of a category; a missing or mis-returning one does not compile. */
export type Bodies<Category extends Readonly<Record<string, ActionSpec>>> = {
  readonly [Action in keyof Category]: Body<Category[Action]>;
};
