/** One connection to the hub, from its start to its loss. */
import { errorOfMethod, SceneRuntimeError } from './error.ts';
import { callRest, readToken } from './rest.ts';
import type { IHubProtocol } from '@microsoft/signalr';
import type { HubMessages } from './contract.ts';
import type { RestOptions } from './rest.ts';

type Callback = 'ReceiveEvent' | 'ActionResponse' | 'BatchActionResponse';
export type Method = Exclude<keyof HubMessages, Callback>;

/** An encoding of the SignalR hub protocol, such as a `MessagePackHubProtocol`. */
export interface Protocol {
  readonly name: string;
  readonly version: number;
}

/** What the hub calls; each callback has one argument. */
export interface Callbacks {
  ReceiveEvent(event: HubMessages['ReceiveEvent']['args']['event']): void;
  ActionResponse(response: HubMessages['ActionResponse']['args']['response']): void;
  BatchActionResponse(response: HubMessages['BatchActionResponse']['args']['response']): void;
}

export interface Line {
  /** @throws SceneRuntimeError as the hub answers, or CONNECTION_LOST when it does not any more */
  invoke<M extends Method>(method: M, ...args: readonly unknown[]): Promise<HubMessages[M]['result']>;
  /** Why it ended, if that is known; settled when it has. */
  readonly lost: Promise<Error | undefined>;
  hangUp(): Promise<void>;
}

interface DialOptions extends RestOptions {
  readonly protocol?: Protocol | undefined;
}

/** @throws what the SignalR client throws when there is nobody to connect to, or who refuses */
export const dial = async ({ protocol, ...rest }: DialOptions, callbacks: Callbacks): Promise<Line> => {
  const { url, token, webSocket } = rest;
  const { HttpTransportType, HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr');
  const builder = new HubConnectionBuilder()
    .withUrl(`${url.replace(/\/+$/, '')}/api/events`, {
      accessTokenFactory: async () => (await readToken(token)) ?? '',
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
  const lost = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
  await connection.start().catch(async (failure: unknown) => {
    // Without a negotiation nobody has said why; one tells.
    if (webSocket) await callRest(rest, 'POST /api/events/negotiate');
    throw failure;
  });
  return {
    invoke: (method, ...args) =>
      connection.invoke(method, ...args).catch((failure: Error) => {
        throw connection.state === 'Connected' ? errorOfMethod(failure.message) : connectionLost(failure);
      }),
    lost,
    hangUp: () => connection.stop(),
  };
};

export const connectionLost = (cause?: unknown): SceneRuntimeError =>
  new SceneRuntimeError(
    {
      code: 'CONNECTION_LOST',
      message: 'The connection was lost before the answer came: the call may or may not have run.',
    },
    undefined,
    { cause },
  );
