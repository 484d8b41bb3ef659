/**
 * The typed client. `createClient` creates a client for REST calls, which can also connect to the hub. The client runs
 * in Node and in browsers. The hub needs `@microsoft/signalr`, which is loaded on demand.
 */
import { connectHub } from './connect-hub.ts';
import { openStream, sendRequest } from './rest-client.ts';
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

/** The result of a direct action over REST, with the tick in which the action ran. */
export type Acted<A extends ActionName> = Omit<Answer<'POST /api/actions/{category}/{action}'>, 'result'> & {
  result: Actions[A]['result'];
};

export interface SceneClient {
  /**
   * Calls a route by its name in the contract, such as `GET /api/graphs/{graphId}`.
   * @returns the record, list or text in the response
   * @throws SceneRuntimeError if the service returns an error; the error from `fetch` if there is no response
   */
  request<
    R extends Route,
    Wrap extends SupportsWrap<R> = false,
    Fields extends SupportsFieldSelection<R> = never,
  >(
    route: R,
    ...input: OptionalLastArgument<Input<R> & ResponseShape<Wrap, Fields>>
  ): Promise<Answer<R, Wrap, Fields>>;
  /**
   * Calls a route whose response may be large or endless, such as `GET /api/assets/files/{path}`.
   * @returns the body of the response, which the caller reads while it arrives
   * @throws like `request`
   */
  stream<R extends Route>(
    route: R,
    ...input: OptionalLastArgument<Input<R>>
  ): Promise<ReadableStream<Uint8Array>>;
  /**
   * Runs a direct action.
   * @throws like `request`
   */
  act<A extends ActionName>(
    action: A,
    ...parameters: [...OptionalLastArgument<Actions[A]['parameters']>, options?: Pick<CallOptions, 'signal'>]
  ): Promise<Acted<A>>;
  /**
   * Connects to the hub, and reconnects automatically whenever the connection is lost.
   * @throws the SignalR client's error if the first connection fails
   */
  connect(options?: ConnectOptions): Promise<SceneHub>;
}

/** Creates a client for the service at a URL. The client sends nothing until one of its methods is called. */
export const createClient = (options: RestOptions): SceneClient => {
  const request = (route: Route, input?: RequestParts) => sendRequest(options, route, input);
  const act = (name: ActionName, body: unknown = {}, { signal }: Pick<CallOptions, 'signal'> = {}) => {
    const [category = '', ...action] = name.split('.');
    const params = { category, action: action.join('.') };
    return request('POST /api/actions/{category}/{action}', { params, body, ...(signal && { signal }) });
  };
  return {
    request: request as SceneClient['request'],
    stream: ((route: Route, input?: RequestParts) =>
      openStream(options, route, input)) as SceneClient['stream'],
    act: act as SceneClient['act'],
    connect: (connectOptions) => connectHub(options, connectOptions),
  };
};
