/** Runs direct actions over the hub. Each response carries the id of its request. */
import { SceneRuntimeError } from './error.ts';
import { createConnectionLostError } from './hub-connection.ts';
import type { ActionName, OptionalLastArgument } from './call-types.ts';
import type { Actions, HubMessages } from './contract.ts';
import type { HubCallbacks, HubConnection } from './hub-connection.ts';

type Response = HubMessages['ActionResponse']['args']['response'];
type BatchResponse = HubMessages['BatchActionResponse']['args']['response'];
type CommandOutcome = BatchResponse['results'][number];

/** The result of an action that has run, with the tick in which it ran. */
export type Ran<A extends ActionName> = Omit<Response, 'success' | 'result' | 'error'> & {
  success: true;
  result: Actions[A]['result'];
};

/** An action in a batch. */
export type Command<A extends ActionName = ActionName> = {
  [Name in A]: { action: Name } & (Record<never, never> extends Actions[Name]['parameters']
    ? { parameters?: Actions[Name]['parameters'] }
    : { parameters: Actions[Name]['parameters'] });
}[A];

/** The result of one action in a batch. */
export type OutcomeOf<A extends ActionName> =
  | (Omit<CommandOutcome, 'success' | 'result' | 'error'> & { success: true; result: Actions[A]['result'] })
  | (Omit<CommandOutcome, 'success' | 'result' | 'error'> & {
      success: false;
      error: NonNullable<CommandOutcome['error']>;
    });

/** The result of a batch, with the results of its actions in their order. */
export type BatchOutcome<C extends readonly Command[]> = Omit<BatchResponse, 'results'> & {
  results: { -readonly [Index in keyof C]: OutcomeOf<C[Index]['action']> };
};

export interface HubActions {
  /**
   * Runs a direct action. Events that the action causes immediately arrive before the response.
   * @throws SceneRuntimeError with the service's error; NOT_CONNECTED if the action was not sent; CONNECTION_LOST if
   * the action may or may not have run
   */
  act<A extends ActionName>(
    action: A,
    ...parameters: OptionalLastArgument<Actions[A]['parameters']>
  ): Promise<Ran<A>>;
  /**
   * Runs several actions in order or, with `parallel`, all at the same time. If an action fails, its result carries the
   * error, and the other actions still run.
   * @throws SceneRuntimeError like `act`, if the whole batch is rejected or lost
   */
  actAll<const C extends readonly Command[]>(
    commands: C,
    options?: { readonly parallel?: boolean },
  ): Promise<BatchOutcome<C>>;
}

interface HubActionDispatcher
  extends HubActions,
    Pick<HubCallbacks, 'ActionResponse' | 'BatchActionResponse'> {
  /** Rejects all pending calls, because their responses can no longer arrive. */
  rejectPending(): void;
}

interface PendingCommand {
  resolve(response: unknown): void;
  reject(error: Error): void;
}

export const createHubActions = (invoke: HubConnection['invoke']): HubActionDispatcher => {
  const waiting = new Map<string, PendingCommand>();
  let sent = 0;

  /** Sends the call and also waits for its completion, which reports an error to callers without permission. */
  const send = async (method: 'SendAction' | 'SendActionBatch', createArgs: (id: string) => unknown[]) => {
    sent += 1;
    const id = `00000000-0000-4000-8000-${sent.toString(16).padStart(12, '0')}`;
    const response = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    try {
      return (await Promise.all([response, invoke(method, ...createArgs(id))]))[0];
    } finally {
      waiting.delete(id);
    }
  };

  return {
    act: (action, ...[parameters]) =>
      send('SendAction', (id) => [createCommandRequest(action, parameters, id)]) as Promise<never>,
    actAll: (commands, { parallel = false } = {}) =>
      send('SendActionBatch', (id) => [
        commands.map(({ action, parameters }) => createCommandRequest(action, parameters)),
        parallel,
        id,
      ]) as Promise<never>,
    ActionResponse(response) {
      const { requestId, success, status, error } = response;
      if (success) waiting.get(requestId)?.resolve(response);
      else waiting.get(requestId)?.reject(new SceneRuntimeError(error ?? unknownActionError, status));
    },
    BatchActionResponse(response) {
      waiting.get(response.requestId ?? '')?.resolve(response);
    },
    rejectPending() {
      for (const { reject } of waiting.values()) reject(createConnectionLostError());
    },
  };
};

const createCommandRequest = (Action: ActionName, Parameters: unknown = {}, RequestId?: string) => ({
  Action,
  Parameters,
  ...(RequestId && { RequestId }),
});

const unknownActionError = {
  code: 'UNKNOWN',
  message: 'The action failed, and the service gave no reason.',
};
