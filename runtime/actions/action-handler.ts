import type { ActionSpec, ActionParameters, ActionResult } from '#spec/contract/action-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { RuntimeServices } from '../runtime-services.ts';

/** The result of an action, or a promise of the result if the action finishes later. */
type ActionOutcome<S extends ActionSpec> = S extends { readonly later: true }
  ? Promise<ActionResult<S>>
  : S extends { readonly later: 'maybe' }
    ? MaybePromise<ActionResult<S>>
    : ActionSpec extends S
      ? MaybePromise<ActionResult<S>>
      : ActionResult<S>;

/**
 * The handler of an action. Receives parsed parameters, and either returns the declared result or throws a declared
 * ApiError.
 */
type ActionHandler<S extends ActionSpec> = (
  parameters: ActionParameters<S>,
  services: RuntimeServices,
) => ActionOutcome<S>;

/**
 * A handler for every action in a category. The code doesn't compile if a handler is missing or returns a different
 * result.
 */
export type ActionHandlers<Category extends Readonly<Record<string, ActionSpec>>> = {
  readonly [Action in keyof Category]: ActionHandler<Category[Action]>;
};

/**
 * Runs an action. The parameters must come from `parseParameters`, unless they are known to be valid.
 * @throws ApiError an error that the action declares
 */
export type RunAction = <S extends ActionSpec>(
  action: S,
  parameters: ActionParameters<S>,
) => ActionOutcome<S>;
