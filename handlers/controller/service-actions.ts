/** Runs the actions on data that the service holds (C-163). */
import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { serializeApiError } from '#runtime/link/runtime-requests.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type {
  ControllerActionParameters,
  ControllerAction,
  RuntimeRequest,
  RuntimeRequestResponse,
  ControllerActionResult,
} from '#runtime/link/runtime-requests.ts';
import type { ConsoleBuffer } from './bus/console-buffer.ts';
import type { Controller } from './controller.ts';

type ServiceActionHandlers = {
  readonly [A in ControllerAction]: (
    parameters: ControllerActionParameters<A>,
  ) => Promise<ControllerActionResult<A>>;
};

/**
 * Runs an action on data that the service holds.
 * @param parameters the parameters as the action declares them; they have been parsed
 * @throws ApiError ACTION_NOT_FOUND, or an error of the action
 */
export type RunServiceAction = (
  action: string,
  parameters: Readonly<Record<string, unknown>>,
) => Promise<Record<string, unknown>>;

export const createServiceActions = (controller: Controller, console: ConsoleBuffer): RunServiceAction => {
  const handlers: ServiceActionHandlers = {
    'project.open': async ({ path }) => {
      const { name } = await controller.openExistingProject(path);
      return { projectName: name };
    },
    'project.close': async ({ save }) => ({ closed: await controller.closeProject(save) }),
    'project.save': async () => {
      const { folder } = controller.requireProject();
      await controller.saveChanges();
      return { path: folder, revision: controller.getProjectState().revision };
    },
    'project.info': async () => {
      const { name, folder } = controller.requireProject();
      return { name, path: folder, ...controller.getProjectState() };
    },
    'log.clear': async () => ({ removed: console.clear() }),
  };
  return async (action, parameters) => {
    if (!Object.hasOwn(handlers, action))
      throw new ApiError('ACTION_NOT_FOUND', `The service does not carry out '${action}'.`);
    const handle: (input: never) => ReturnType<RunServiceAction> = handlers[action as ControllerAction];
    return handle(parameters as never);
  };
};

interface RuntimeRequestOptions {
  readonly link: RuntimeLink;
  readonly runServiceAction: RunServiceAction;
  /** Called with unexpected errors of an action, or of a runtime in this process. */
  onFailure(failure: unknown): void;
}

/** Responds to every request that arrives over a runtime link. */
export const handleRuntimeRequests = ({ link, runServiceAction, onFailure }: RuntimeRequestOptions): void => {
  const respondTo = async ({ id, action, parameters }: RuntimeRequest): Promise<RuntimeRequestResponse> => {
    try {
      return { id, result: await runServiceAction(action, parseParameters(getAction(action), parameters)) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) onFailure(failure);
      return {
        id,
        failure: serializeApiError(failure instanceof ApiError ? failure : new ApiError('INTERNAL_ERROR')),
      };
    }
  };
  link.listen({
    onEvents() {},
    onError: onFailure,
    // The link itself drops responses that are no longer expected.
    onRuntimeRequest: (request) =>
      void respondTo(request)
        .then((response) => link.request('question.answer', response))
        .catch(() => {}),
  });
};
