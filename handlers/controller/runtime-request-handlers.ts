/** Handles the runtime's requests, which are actions on data that the controller holds (C-163). */
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

/** The handlers for the runtime's requests. */
export type RuntimeRequestHandlers = {
  readonly [A in ControllerAction]: (
    parameters: ControllerActionParameters<A>,
  ) => Promise<ControllerActionResult<A>>;
};

interface RuntimeRequestHandlerOptions {
  readonly link: RuntimeLink;
  readonly handlers: RuntimeRequestHandlers;
  /** Called with unexpected errors of a handler, or of a runtime in this process. */
  onFailure(failure: unknown): void;
}

/** Responds to every request that arrives over a runtime link. */
export const handleRuntimeRequests = ({ link, handlers, onFailure }: RuntimeRequestHandlerOptions): void => {
  const respondTo = async ({ id, action, parameters }: RuntimeRequest): Promise<RuntimeRequestResponse> => {
    try {
      if (!Object.hasOwn(handlers, action))
        throw new ApiError('ACTION_NOT_FOUND', `The service does not carry out '${action}'.`);
      const handle = handlers[action] as (
        input: RuntimeRequest['parameters'],
      ) => Promise<ControllerActionResult<ControllerAction>>;
      return { id, result: await handle(parseParameters(getAction(action), parameters)) };
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
