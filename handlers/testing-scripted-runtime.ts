/** A runtime in another process. The test chooses its responses, which may be invalid. */
import { getRuntimeCapabilities } from '#runtime/runtime-options.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { createRemoteLink } from '#runtime/link/remote/remote-link.ts';
import { createTransportPair } from '#runtime/link/remote/testing-transport.ts';
import { definitionsByEnumValue, nodeTypes } from '#runtime/nodes/index.ts';
import type { LinkTransport } from '#runtime/link/remote/link-transport.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { LinkCommand } from '#spec/runtime-link/commands.ts';

/**
 * The response to a command, and the bytes that are sent before it. A response that JSON.stringify can't produce is given
 * as a string.
 */
type ScriptedResponse =
  | { readonly result: unknown }
  | { readonly result: unknown; readonly bytes: Buffer }
  | { readonly error: unknown }
  | { readonly resultText: string }
  | { readonly errorText: string };

interface RuntimeCommand {
  readonly method: LinkCommand;
  readonly params: Readonly<Record<string, unknown>>;
}

interface ScriptedRuntime {
  readonly link: RuntimeLink;
  /** The service's responses to the runtime's requests, in order. */
  readonly runtimeRequestResponses: readonly Readonly<Record<string, unknown>>[];
  /**
   * Sets a function that returns the response to each command. If this function returns `undefined`, the default
   * response is sent.
   */
  respondWith(response: (command: RuntimeCommand) => ScriptedResponse | undefined): void;
  /** Sends a notification to the service. Runtime requests are sent in this way too. */
  notify(method: string, params: unknown): void;
  /**
   * Connects to the service. Resolves when the link is connected.
   * @param hello fields of the hello message, in addition to the required ones
   * @throws Error with the reason when the service rejects the runtime
   */
  connect(hello?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Disconnects, and connects again like {@link connect}. */
  reconnect(hello?: Readonly<Record<string, unknown>>): Promise<void>;
}

export type TestRoute = readonly [method: string, path: string, body?: unknown];

/** Calls to all routes that need a runtime. GRAPH and VARIABLE are placeholders for ids. */
export const runtimeRoutes: readonly TestRoute[] = [
  ['POST', '/api/actions/scene/reset', {}],
  ['POST', '/api/actions/scene/objects/list', {}],
  ['GET', '/api/discovery/scene-objects'],
  ['GET', '/api/discovery/scene-objects?filter=a'],
  ['GET', '/api/discovery/spawnables'],
  ['GET', '/api/objects/a/components'],
  ['GET', '/api/objects/a/components/B'],
  ['GET', '/api/objects/a/components/B/c'],
  ['PUT', '/api/objects/a/components/B/c', { value: 1 }],
  ['PUT', '/api/objects/a/components/B/properties', { properties: [{ name: 'c', value: 1 }] }],
  ['GET', '/api/objects/a/animations/playbacks'],
  ['GET', '/api/objects/a/animations/clips/b'],
  ['GET', '/api/assets/a/properties'],
  ['GET', '/api/assets/a/properties/b'],
  ['PUT', '/api/assets/a/properties/b', { value: 1 }],
  ['PUT', '/api/assets/a/properties', { properties: [{ name: 'b', value: 1 }] }],
  ['GET', '/api/scene/picture.png'],
  ['GET', '/api/scene/changes'],
  ['POST', '/api/input', { inputs: [] }],
  ['POST', '/api/graphs?sync=true', {}],
  ['PUT', '/api/variables/VARIABLE/value?sync=true', { value: 1 }],
  ['POST', '/api/graphs/GRAPH/sync'],
  ['POST', '/api/graphs/GRAPH/run'],
  ['POST', '/api/graphs/GRAPH/ports/sync'],
  ['POST', '/api/graphs/GRAPH/stop'],
  ['POST', '/api/graphs/events', { name: 'e' }],
];

const successResult = { tick: 1, seq: 1 };

export const createScriptedRuntime = (): ScriptedRuntime => {
  const link = createRemoteLink({
    ...{ serviceVersion: '1.2.3', scheduler: systemScheduler },
    nodeTypes,
    onWarning() {},
  });
  const received: Readonly<Record<string, unknown>>[] = [];
  let getResponse: (command: RuntimeCommand) => ScriptedResponse | undefined = () => undefined;
  let socket: LinkTransport | undefined;

  const connect: ScriptedRuntime['connect'] = (hello) =>
    new Promise((resolve, reject) => {
      const [localEnd, remoteEnd] = createTransportPair();
      socket = remoteEnd;
      const send = (message: object): void => remoteEnd.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
      remoteEnd.listen({
        onMessage(content) {
          const message = JSON.parse(String(content)) as RuntimeCommand & {
            readonly id?: number;
            readonly result?: unknown;
            readonly error?: { readonly message: string };
          };
          if (message.error) return reject(new Error(message.error.message));
          if (message.result !== undefined)
            return send({ method: 'holding', params: { graphs: [], variables: [] } });
          if (message.id === undefined) return;
          if (message.method === 'question.answer') received.push(message.params);
          const response = getResponse(message) ?? { result: successResult };
          if ('bytes' in response) {
            remoteEnd.send(response.bytes);
            send({ id: message.id, result: response.result });
          } else if ('resultText' in response)
            remoteEnd.send(`{"jsonrpc":"2.0","id":${message.id},"result":${response.resultText}}`);
          else if ('errorText' in response)
            remoteEnd.send(`{"jsonrpc":"2.0","id":${message.id},"error":${response.errorText}}`);
          else send({ id: message.id, ...response });
        },
        onActivity() {},
        onDrain() {},
        onClose() {},
      });
      link.onChange((connected) => connected && resolve());
      link.accept(localEnd);
      send({
        ...{ id: 'hello', method: 'hello' },
        params: {
          ...{ protocols: [1], name: 'scripted', instance: 'one', stepsPerSecond: 60 },
          can: getRuntimeCapabilities(definitionsByEnumValue),
          ...hello,
        },
      });
    });

  return {
    link,
    runtimeRequestResponses: received,
    respondWith(response) {
      getResponse = response;
    },
    notify: (method, params) => socket?.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    connect,
    reconnect(hello) {
      socket?.close(1000, '');
      return connect(hello);
    },
  };
};
