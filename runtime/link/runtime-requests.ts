/** Requests from the runtime to the controller, for actions on data that only the controller has (C-163). */
import { ApiError, type ErrorCode } from '#spec/errors.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionSpec, ActionParameters, ActionResult } from '#spec/contract/action-spec.ts';

type ServiceActionsIn<Group> = {
  [N in keyof Group & string]: Group[N] extends { readonly byService: true } ? N : never;
}[keyof Group & string];

/** The category of each action that the controller runs, keyed by the action's name. */
type ControllerActionCategories = {
  [C in keyof Actions & string as `${C}.${ServiceActionsIn<Actions[C]>}`]: Actions[C];
};

/** Names of the actions that the controller runs. */
export type ControllerAction = keyof ControllerActionCategories;

type ActionSpecOf<A extends ControllerAction> = A extends `${string}.${infer N}`
  ? Extract<ControllerActionCategories[A][N & keyof ControllerActionCategories[A]], ActionSpec>
  : never;

export type ControllerActionParameters<A extends ControllerAction> = ActionParameters<ActionSpecOf<A>>;
export type ControllerActionResult<A extends ControllerAction> = ActionResult<ActionSpecOf<A>>;

/** A request to the controller, as plain data. */
export interface RuntimeRequest {
  readonly id: number;
  readonly action: ControllerAction;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A response as plain data: either the result of the action or its error. */
export type RuntimeRequestResponse = { readonly id: number } & (
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly failure: SerializedApiError }
);

export interface SerializedApiError {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly resolution: string;
}

export const serializeApiError = ({ code, reason, details, resolution }: ApiError): SerializedApiError => ({
  ...{ code, reason, resolution },
  ...(details && { details }),
});

export const deserializeApiError = ({ code, reason, details, resolution }: SerializedApiError): ApiError =>
  new ApiError(code, reason, details, resolution);

interface PendingRequest {
  resolve(result: never): void;
  reject(failure: ApiError): void;
}

export const createNoControllerError = ({ action }: Pick<RuntimeRequest, 'action'>): ApiError =>
  new ApiError('ACTION_FAILED', `${action} needs a runtime with a controller.`);

/** @param sendToController sends a request to the controller; returns false when no controller is connected */
export const createRuntimeRequests = (sendToController: (request: RuntimeRequest) => boolean) => {
  const pending = new Map<number, PendingRequest>();
  let requestCount = 0;
  return {
    /**
     * Sends a request to the controller.
     * @throws ApiError an error of the action; ACTION_FAILED when no controller is connected
     */
    send: <A extends ControllerAction>(
      action: A,
      parameters: ControllerActionParameters<A>,
    ): Promise<ControllerActionResult<A>> =>
      new Promise((resolve, reject) => {
        requestCount += 1;
        const id = requestCount;
        if (sendToController({ id, action, parameters })) pending.set(id, { resolve, reject });
        else reject(createNoControllerError({ action }));
      }),
    settle(response: RuntimeRequestResponse) {
      const pendingRequest = pending.get(response.id);
      pending.delete(response.id);
      if ('result' in response) pendingRequest?.resolve(response.result as never);
      else pendingRequest?.reject(deserializeApiError(response.failure));
    },
    /** Returns the number of requests, as plain data. */
    state: (): unknown => requestCount,
  };
};

export type RuntimeRequests = ReturnType<typeof createRuntimeRequests>;
