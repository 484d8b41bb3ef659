/** A single connection to the hub. */
import { toHubError, SceneRuntimeError } from './error.ts';
import { sendRequest, resolveToken } from './rest-client.ts';
import type { IHubProtocol } from '@microsoft/signalr';
import type { HubMessages } from './contract.ts';
import type { RestOptions } from './rest-client.ts';

type HubCallbackName = 'ReceiveEvent' | 'ActionResponse' | 'BatchActionResponse';
export type HubMethodName = Exclude<keyof HubMessages, HubCallbackName>;

/** An encoding for the SignalR hub protocol, such as a `MessagePackHubProtocol`. */
export interface Protocol {
  readonly name: string;
  readonly version: number;
}

/** The hub's callbacks. Each callback has one argument. */
export interface HubCallbacks {
  ReceiveEvent(event: HubMessages['ReceiveEvent']['args']['event']): void;
  ActionResponse(response: HubMessages['ActionResponse']['args']['response']): void;
  BatchActionResponse(response: HubMessages['BatchActionResponse']['args']['response']): void;
}

export interface HubConnection {
  /**
   * Calls a hub method.
   * @throws SceneRuntimeError with the hub's error, or CONNECTION_LOST if no response can arrive any more
   */
  invoke<M extends HubMethodName>(method: M, ...args: readonly unknown[]): Promise<HubMessages[M]['result']>;
  /** Resolves when the connection has ended, with the reason if the reason is known. */
  readonly closed: Promise<Error | undefined>;
  stop(): Promise<void>;
}

interface HubConnectionOptions extends RestOptions {
  readonly protocol?: Protocol | undefined;
}

/**
 * Opens a connection to the hub.
 * @throws the SignalR client's error if the service is not reachable or rejects the connection
 */
export const openHubConnection = async (
  { protocol, ...rest }: HubConnectionOptions,
  callbacks: HubCallbacks,
): Promise<HubConnection> => {
  const { url, token, webSocket } = rest;
  const { HttpTransportType, HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr');
  const builder = new HubConnectionBuilder()
    .withUrl(`${url.replace(/\/+$/, '')}/api/events`, {
      accessTokenFactory: async () => (await resolveToken(token)) ?? '',
      ...(webSocket && {
        WebSocket: webSocket,
        transport: HttpTransportType.WebSockets,
        skipNegotiation: true,
      }),
    })
    .configureLogging(LogLevel.None);
  if (protocol) builder.withHubProtocol(protocol as IHubProtocol);
  const connection = builder.build();
  for (const [name, callback] of Object.entries(callbacks)) connection.on(name, callback);
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
  await connection.start().catch(async (failure: unknown) => {
    // Without negotiation, a rejected WebSocket doesn't report a reason. This call does report the reason.
    if (webSocket) await sendRequest(rest, 'POST /api/events/negotiate');
    throw failure;
  });
  return {
    invoke: (method, ...args) =>
      connection.invoke(method, ...args).catch((failure: Error) => {
        throw connection.state === 'Connected'
          ? toHubError(failure.message)
          : createConnectionLostError(failure);
      }),
    closed,
    stop: () => connection.stop(),
  };
};

export const createConnectionLostError = (cause?: unknown): SceneRuntimeError =>
  new SceneRuntimeError(
    {
      code: 'CONNECTION_LOST',
      message: 'The connection was lost before the response arrived. The call may or may not have run.',
    },
    undefined,
    { cause },
  );
