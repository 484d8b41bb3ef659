/**
 * The typed client: `createClient` for calls over REST and, from there, for the hub. It runs in Node and in browsers;
 * the hub is reached with `@microsoft/signalr`, which is loaded when it is needed.
 */
import { connectHub } from './connect-hub.ts';
import { sendRequest } from './rest-client.ts';
import type {
  ActionName,
  Answer,
  CallOptions,
  SupportsFieldSelection,
  SupportsWrap,
  Input,
  OptionalLastArgument,
  Route,
  ResponseShape,
} from './call-types.ts';
import type { Actions } from './contract.ts';
import type { ConnectOptions, SceneHub } from './connect-hub.ts';
import type { RequestParts, RestOptions } from './rest-client.ts';

export { SceneRuntimeError } from './error.ts';
export type { ActionName, Answer, CallOptions, Input, Route } from './call-types.ts';
export type { BatchOutcome, Command, OutcomeOf, Ran } from './hub-actions.ts';
export type * from './contract.ts';
export type { ClientErrorCode } from './error.ts';
export type { EventOf, EventType, SceneEvent } from './event-types.ts';
export type { Gap } from './event-dispatcher.ts';
export type { ConnectOptions, SceneHub } from './connect-hub.ts';
export type { HubState } from './reconnection.ts';
export type { RestOptions, Token } from './rest-client.ts';
export type { Filter } from './subscription.ts';

/** What a direct action over REST answers: its result, and the tick that it ran in. */
export type Acted<A extends ActionName> = Omit<Answer<'POST /api/actions/{category}/{action}'>, 'result'> & {
  result: Actions[A]['result'];
};

export interface SceneClient {
  /**
   * Calls a route by its name in the contract, such as `GET /api/graphs/{graphId}`.
   * @returns the record, the list or the text that it answers
   * @throws SceneRuntimeError when the service refuses or fails; what `fetch` throws when there is no answer
   */
  request<
    R extends Route,
    Wrap extends SupportsWrap<R> = false,
    Fields extends SupportsFieldSelection<R> = never,
  >(
    route: R,
    ...input: OptionalLastArgument<Input<R> & ResponseShape<Wrap, Fields>>
  ): Promise<Answer<R, Wrap, Fields>>;
  /** Runs a direct action. @throws as `request` does */
  act<A extends ActionName>(
    action: A,
    ...parameters: [...OptionalLastArgument<Actions[A]['parameters']>, options?: Pick<CallOptions, 'signal'>]
  ): Promise<Acted<A>>;
  /** Connects to the hub. @throws what the SignalR client throws when that fails; later it connects again by itself */
  connect(options?: ConnectOptions): Promise<SceneHub>;
}

/** A client of the service at a URL. Nothing is sent before it is called. */
export const createClient = (options: RestOptions): SceneClient => {
  const request = (route: Route, input?: RequestParts) => sendRequest(options, route, input);
  const act = (name: ActionName, body: unknown = {}, { signal }: Pick<CallOptions, 'signal'> = {}) => {
    const [category = '', ...action] = name.split('.');
    const params = { category, action: action.join('.') };
    return request('POST /api/actions/{category}/{action}', { params, body, ...(signal && { signal }) });
  };
  return {
    request: request as SceneClient['request'],
    act: act as SceneClient['act'],
    connect: (how) => connectHub(options, how),
  };
};
