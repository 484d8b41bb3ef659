/** The runtime's end of a connection to a service. */
import { ApiError } from '#spec/errors.ts';
import { type LinkCommand, linkCommands } from '#spec/runtime-link/commands.ts';
import { linkCloseCodes, linkErrors } from '#spec/runtime-link/errors.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { type Hello, Welcome } from '#spec/runtime-link/messages.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { createConnectionLostError } from '../pending-responses.ts';
import { ProtocolError } from '../protocol-error.ts';
import { createEventSender } from './event-sender.ts';
import { createHeartbeat } from './heartbeat.ts';
import {
  decodeRpcMessage,
  encodeBytesMessage,
  encodeRpcMessage,
  isRecord,
  type LinkEncoding,
  type RpcId,
  type RpcMessage,
  toRpcError,
} from './json-rpc.ts';
import { commandParamReaders } from './validate-messages.ts';
import type { Timers } from '../../shared/scheduler.ts';
import type { RuntimeTarget } from '../runtime-link.ts';
import type { LinkTransport } from './link-transport.ts';
import type { VersionedEndpoint } from '../runtime-endpoint.ts';

interface RuntimeConnectionOptions {
  readonly transport: LinkTransport;
  readonly target: RuntimeTarget;
  readonly endpoint: VersionedEndpoint;
  readonly hello: Hello;
  readonly scheduler: Timers;
  /** Called when the service has accepted the runtime. */
  onWelcome(welcome: Welcome): void;
}

const helloId = 'hello';

/**
 * Sends hello, and then handles the service's requests.
 * @returns a promise of the reason why the connection was closed
 */
export const serveRuntimeConnection = ({
  transport,
  target,
  endpoint,
  hello,
  scheduler,
  onWelcome,
}: RuntimeConnectionOptions): Promise<string> =>
  new Promise((resolve) => {
    let encoding: LinkEncoding = 'json';
    let welcome: Welcome | undefined;
    let rejectionReason: string | undefined;
    let isClosed = false;
    let commandCount = 0;
    const pendingIds = new Set<number>();

    /**
     * Sends a message.
     * @returns false when the message exceeds the size limit
     */
    const send = (message: RpcMessage): boolean => sendContent(encodeRpcMessage(message, encoding));
    const sendContent = (content: string | Uint8Array): boolean => {
      if (isClosed) return true;
      if (Buffer.byteLength(content) > (welcome?.messageBytes ?? linkLimits.messageBytes)) return false;
      transport.send(content);
      return true;
    };
    const eventSender = createEventSender(transport, (params) => send({ method: 'events', params }));
    const finish = (reason: string): void => {
      if (isClosed) return;
      isClosed = true;
      heartbeat.stop();
      cancelDeadline();
      pendingIds.clear();
      if (welcome) endpoint.detach(createConnectionLostError(), eventSender.takeUnsent());
      resolve(rejectionReason ?? reason);
    };
    const close = (code: number, reason: string): void => {
      transport.close(code, reason);
      finish(reason);
    };
    const heartbeat = createHeartbeat(transport, scheduler, () =>
      close(linkCloseCodes.silent, `The service was silent for ${linkLimits.silenceMs / 1000} s.`),
    );

    const cancelDeadline = scheduler.after(linkLimits.helloMs, () =>
      close(linkCloseCodes.silent, `hello was not answered within ${linkLimits.helloMs / 1000} s.`),
    );

    const acceptWelcome = (result: unknown): void => {
      cancelDeadline();
      const { data, error } = Welcome.safeParse(result, validationMessages);
      if (!data) throw new ProtocolError(`The response to hello is invalid: ${describeFirstProblem(error)}`);
      if (!hello.protocols.includes(data.protocol))
        throw new ProtocolError(`The service chose version ${data.protocol}, which was not offered`);
      welcome = data;
      encoding = data.encoding;
      endpoint.attach({
        onEvents: eventSender.add,
        onEventsSkipped: eventSender.skip,
        onSceneNames: (names) => void send({ method: 'scenes', params: { names } }),
        onIdleGraphs(graphIds) {
          eventSender.flush();
          send({ method: 'idle', params: { graphIds } });
        },
        onRuntimeRequest: (request) => void send({ method: 'question', params: request }),
      });
      void target.runBetweenTicks(() => {
        eventSender.flush();
        const heldState = endpoint.getHeldState();
        // If the held state is too large, it is sent without the variables. The service then sends its own variables.
        if (!send({ method: 'holding', params: heldState }))
          send({ method: 'holding', params: { ...heldState, variables: [] } });
        // Deferred until the response has been sent, so that a listener that calls the service finds the runtime
        // connected.
        setImmediate(() => {
          if (!isClosed) onWelcome(data);
        });
      });
    };

    /** Sends a response, after all earlier events and after its own bytes. */
    const respond = (message: RpcMessage & { readonly id: RpcId }): void => {
      eventSender.flush();
      const { bytes, response } = separateBytes(message);
      if ((!bytes || sendContent(encodeBytesMessage(bytes, encoding))) && send(response)) return;
      const error = new ApiError(
        'ACTION_FAILED',
        'The response is larger than a message of the runtime link may be.',
      );
      send({ id: message.id, error: toRpcError(error) });
    };

    const runCommand = (id: number, command: LinkCommand, params: unknown): void => {
      const { data, error } = commandParamReaders()[command](params);
      if (error) {
        respondError(id, 'invalidParams', `${command}: ${describeFirstProblem(error)}.`);
        return;
      }
      pendingIds.add(id);
      const settle = (message: RpcMessage & { readonly id: number }): void => {
        if (pendingIds.delete(id)) respond(message);
      };
      endpoint.request(command, data as never, { isCallerWaiting: () => pendingIds.has(id) }).then(
        (result) => settle({ id, result }),
        (failure) => settle({ id, error: toRpcError(failure) }),
      );
    };
    const respondError = (id: number, error: 'methodNotFound' | 'invalidParams', message: string): void =>
      respond({ id, error: { code: linkErrors[error].code, message } });

    const handleRequest = (id: RpcId, method: string, params: unknown): void => {
      if (!welcome) throw new ProtocolError(`${method} came before the response to hello`);
      commandCount += 1;
      if (id !== commandCount)
        throw new ProtocolError(`Commands are numbered: expected ${commandCount}, received ${id}`);
      if (isCommand(method)) runCommand(id, method, params);
      else respondError(id, 'methodNotFound', `There is no command ${method}.`);
    };

    const handleMessage = (message: RpcMessage): void => {
      if ('method' in message) {
        const { method, params } = message;
        if ('id' in message) handleRequest(message.id, method, params);
        else if (method === 'cancel') pendingIds.delete((params as { readonly id: number }).id);
      } else if (message.id !== helloId || welcome) {
        throw new ProtocolError('A response came without a request');
      } else if ('result' in message) {
        acceptWelcome(message.result);
      } else {
        rejectionReason = `The service rejected the runtime: ${message.error.message}`;
        close(1000, '');
      }
    };

    transport.listen({
      onMessage(content) {
        if (isClosed) return;
        heartbeat.recordActivity();
        try {
          handleMessage(decodeRpcMessage(content, encoding));
        } catch (failure) {
          if (!(failure instanceof ProtocolError)) throw failure;
          close(linkCloseCodes.breach, failure.message);
        }
      },
      onActivity: heartbeat.recordActivity,
      onDrain: eventSender.flush,
      onClose: (code, reason) => finish(reason === '' ? `The service went away (${code}).` : reason),
    });
    send({ id: helloId, method: 'hello', params: hello });
  });

/** Separates the bytes of a result, which are a message of their own, from the rest of the response. */
const separateBytes = (
  message: RpcMessage,
): { readonly bytes?: Uint8Array; readonly response: RpcMessage } => {
  if (!('result' in message) || !isRecord(message.result)) return { response: message };
  const { data, ...result } = message.result;
  return data instanceof Uint8Array
    ? { bytes: data, response: { ...message, result } }
    : { response: message };
};

const isCommand = (method: string): method is LinkCommand => Object.hasOwn(linkCommands, method);
