import type { ActionSpec, ActionParameters, ActionResult } from '#spec/contract/action-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { RuntimeServices } from '../runtime-services.ts';

/** What running an action gives: its result, or the promise of it when the result comes later. */
type ActionOutcome<S extends ActionSpec> = S extends { readonly later: true }
  ? Promise<ActionResult<S>>
  : S extends { readonly later: 'maybe' }
    ? MaybePromise<ActionResult<S>>
    : ActionSpec extends S
      ? MaybePromise<ActionResult<S>>
      : ActionResult<S>;

/** What runs a direct action: parsed parameters in, the declared result out, or a declared Fault. */
type ActionHandler<S extends ActionSpec> = (
  parameters: ActionParameters<S>,
  world: RuntimeServices,
) => ActionOutcome<S>;

/** A body for every action of a category; a missing or mis-returning one does not compile. */
export type ActionHandlers<Category extends Readonly<Record<string, ActionSpec>>> = {
  readonly [Action in keyof Category]: ActionHandler<Category[Action]>;
};

/**
 * Runs the action of a contract. Parameters must come from `parseParameters`, unless they are known to be as declared.
 * @throws Fault as the action declares.
 */
export type RunAction = <S extends ActionSpec>(
  action: S,
  parameters: ActionParameters<S>,
) => ActionOutcome<S>;
