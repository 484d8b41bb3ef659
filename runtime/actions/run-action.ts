import { ApiError } from '#spec/errors.ts';
import { actionsBySpec } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { RunAction, RuntimeServices } from '../runtime-services.ts';

/**
 * A handler whose contract is known only at run time. Its parameters have already been parsed according to that
 * contract.
 */
export type AnyActionHandler = (parameters: object, services: RuntimeServices) => unknown;
type ByCategory<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** Pairs the contracts of actions with their handlers. Contracts without a handler are left out. */
export const pairSpecsWithHandlers = (
  specs: ByCategory<ActionSpec>,
  handlers: ByCategory<unknown>,
): (readonly [ActionSpec, AnyActionHandler])[] =>
  Object.entries(handlers).flatMap(([category, group]) =>
    Object.entries(group).flatMap(([action, handler]) => {
      const spec = specs[category]?.[action];
      return spec ? [[spec, handler as AnyActionHandler] as const] : [];
    }),
  );

/** Creates a function that runs the actions with handlers. */
export const createRunAction =
  (handlers: ReadonlyMap<ActionSpec, AnyActionHandler>, services: RuntimeServices): RunAction =>
  (action, parameters) => {
    const handler = handlers.get(action);
    if (!handler) throw createUnsupportedError(action);
    return handler(parameters, services) as never;
  };

const createUnsupportedError = (action: ActionSpec): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `This runtime doesn't support the action '${actionsBySpec.get(action)?.name}'.`,
  );
