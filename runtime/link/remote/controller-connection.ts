/** The service's end of a connection to a runtime. */
import { ApiError } from '#spec/errors.ts';
import { type LinkCommand, linkCommands } from '#spec/runtime-link/commands.ts';
import { linkCloseCodes, linkErrors } from '#spec/runtime-link/errors.ts';
import { linkLimits, linkProtocols } from '#spec/runtime-link/link-settings.ts';
import {
  HeldState,
  Hello,
  runtimeNotifications,
  type UnknownNames,
  type Welcome,
} from '#spec/runtime-link/messages.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { createCommandTimeoutError, createConnectionLostError } from '../pending-responses.ts';
import { ProtocolError } from '../protocol-error.ts';
import { findUnknownNames } from './find-unknown-names.ts';
import { createHeartbeat } from './heartbeat.ts';
import {
  decodeBytesMessage,
  decodeRpcMessage,
  encodeRpcMessage,
  type LinkEncoding,
  type RpcError,
  type RpcId,
  type RpcMessage,
  toApiError,
} from './json-rpc.ts';
import { readExtension } from './read-extension.ts';
import { createSlicedWorkQueue } from './sliced-work-queue.ts';
import {
  findResultError,
  isNonNegativeInteger,
  type RejectedEvents,
  splitEventList,
  validateEvents,
} from './validate-messages.ts';
import type { z } from 'zod';
import type { Timers } from '../../shared/scheduler.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeListener, LoadedExtension } from '../runtime-link.ts';
import type { RuntimeRequest } from '../runtime-requests.ts';
import type { LinkTransport } from './link-transport.ts';

/** What a runtime has sent in its hello message. */
interface Greeting {
  readonly hello: Hello;
  /** The names in its capabilities that the service doesn't know and ignores. */
  readonly unknown: UnknownNames;
  readonly extension: LoadedExtension | undefined;
}

/**
 * Callbacks for everything that happens on a connection, called in chronological order. No callback is called after the
 * connection has closed.
 */
interface ConnectionListener extends RuntimeListener {
  /**
   * Decides whether another runtime may connect.
   * @throws ApiError with the reason when the runtime is rejected
   */
  requireVacancy(): Promise<void>;
  /** @throws ApiError with the reason when the runtime is rejected */
  onHello(greeting: Greeting): void;
  onHeldState(heldState: HeldState): void;
  /**
   * Called when events of the runtime were rejected.
   * @param lostCount number of rejected events of known types, to which clients may have subscribed
   */
  onRejectedEvents(events: RejectedEvents, lostCount: number): void;
  onEventsSkipped(count: number): void;
  onEnd(reason: string): void;
}

interface PendingCommand {
  /** Called with the runtime's response. */
  settle(
    response: { readonly result: unknown } | { readonly error: RpcError },
    bytes: Buffer | undefined,
  ): void;
  fail(failure: ApiError): void;
}

interface ControllerConnectionOptions {
  readonly transport: LinkTransport;
  readonly scheduler: Timers;
  readonly serviceVersion: string;
  /** The node types of the service. */
  readonly nodeTypes: readonly NodeType[];
  readonly listener: ConnectionListener;
}

export const openControllerConnection = ({
  transport,
  scheduler,
  serviceVersion,
  nodeTypes,
  listener,
}: ControllerConnectionOptions) => {
  const pending = new Map<number, PendingCommand>();
  let encoding: LinkEncoding = 'json';
  let phase: 'new' | 'greeted' | 'welcome' | 'settled' | 'ended' = 'new';
  let extension: LoadedExtension | undefined;
  let takesPictures = false;
  /** The ids of commands whose bytes may still arrive. The runtime may answer even after a timeout. */
  const awaitedBytes = new Set<unknown>();
  /** The bytes that belong to the next message, which is a response. */
  let receivedBytes: Buffer | undefined;
  let commandCount = 0;
  let batchCount = 0;

  const send = (message: RpcMessage): void => transport.send(encodeRpcMessage(message, encoding));

  const finish = (reason: string): void => {
    if (phase === 'ended') return;
    phase = 'ended';
    heartbeat.stop();
    cancelDeadline();
    const failure = createConnectionLostError();
    for (const { fail } of pending.values()) fail(failure);
    pending.clear();
    listener.onEnd(reason);
  };
  const end = (code: number, reason: string): void => {
    transport.close(code, reason);
    finish(reason);
  };
  const heartbeat = createHeartbeat(transport, scheduler, () =>
    end(linkCloseCodes.silent, `The runtime was silent for ${linkLimits.silenceMs / 1000} s.`),
  );
  const startTimeout = (message: string): (() => void) =>
    scheduler.after(linkLimits.helloMs, () =>
      end(linkCloseCodes.silent, `${message} did not come within ${linkLimits.helloMs / 1000} s.`),
    );
  let cancelDeadline = startTimeout('hello');
  const inbox = createSlicedWorkQueue(transport, scheduler);

  const rejectHello = (id: RpcId, error: RpcError): void => {
    send({ id, error });
    end(linkCloseCodes.refused, error.message);
  };

  const acceptHello = async (id: RpcId, params: unknown): Promise<void> => {
    phase = 'greeted';
    cancelDeadline();
    const { data: hello, error } = Hello.safeParse(params, validationMessages);
    if (!hello)
      return rejectHello(id, {
        code: linkErrors.invalidParams.code,
        message: `hello: ${describeFirstProblem(error)}`,
      });
    const protocol = linkProtocols.find((version) => hello.protocols.includes(version));
    if (protocol === undefined) {
      const message = `The service speaks version ${linkProtocols.join(', ')} of the runtime link; the runtime speaks ${hello.protocols.join(', ')}.`;
      return rejectHello(id, { code: linkErrors.protocol.code, message });
    }
    const rejectAsOccupied = (failure: unknown): void =>
      rejectHello(id, { code: linkErrors.occupied.code, message: (failure as ApiError).reason });
    // Reading a large extension takes long, so only that of a runtime that may connect is read.
    try {
      await listener.requireVacancy();
    } catch (failure) {
      return rejectAsOccupied(failure);
    }
    if (phase !== 'greeted') return;
    try {
      extension = hello.extension && readExtension(hello.extension, nodeTypes);
    } catch (failure) {
      const message = `hello: ${(failure as ApiError).reason}`;
      return rejectHello(id, { code: linkErrors.invalidParams.code, message });
    }
    const { can } = params as { readonly can: Record<string, unknown> };
    const unknown = findUnknownNames(can, nodeTypes, extension);
    try {
      listener.onHello({ hello, unknown, extension });
    } catch (failure) {
      return rejectAsOccupied(failure);
    }
    const chosenEncoding = hello.encodings.includes('messagepack') ? 'messagepack' : 'json';
    const { heartbeatMs, silenceMs, messageBytes } = linkLimits;
    const welcome: Welcome = {
      ...{ protocol, encoding: chosenEncoding, service: { version: serviceVersion } },
      ...{ heartbeatMs, silenceMs, messageBytes },
      ...(Object.keys(unknown).length > 0 && { unknown }),
    };
    const response = encodeRpcMessage({ id, result: welcome }, encoding);
    encoding = chosenEncoding;
    takesPictures = hello.can.pictures;
    phase = 'welcome';
    cancelDeadline = startTimeout('holding');
    transport.send(response);
  };

  const handleEvents = (eventList: readonly unknown[]): void => {
    const { events, rejected, lostCount } = validateEvents(eventList, extension?.events);
    if (rejected.size > 0) listener.onRejectedEvents(rejected, lostCount);
    if (events.length > 0) listener.onEvents(events);
  };

  const notificationHandlers: Readonly<Record<string, (params: Record<string, unknown>) => void>> = {
    holding(params) {
      if (phase === 'settled') throw new ProtocolError('holding may be sent only once');
      const heldState = parseNotification('holding', HeldState, params);
      phase = 'settled';
      cancelDeadline();
      listener.onHeldState(heldState);
    },
    events({ number, events, skipped }) {
      batchCount += 1;
      if (number !== batchCount)
        throw new ProtocolError(
          `The messages of events are numbered: expected ${batchCount}, received ${number}`,
        );
      const [firstPart = [], ...otherParts] = splitEventList(events);
      if (skipped !== undefined && !isNonNegativeInteger(skipped))
        throw new ProtocolError('skipped: expected a whole number, the count of omitted events');
      if (skipped) listener.onEventsSkipped(skipped);
      handleEvents(firstPart);
      inbox.addFirst(otherParts.map((eventList) => () => runIfOpen(() => handleEvents(eventList))));
    },
    scenes(params) {
      listener.onSceneNames?.(parseNotification('scenes', runtimeNotifications.scenes.params, params).names);
    },
    idle(params) {
      listener.onIdleGraphs?.(parseNotification('idle', runtimeNotifications.idle.params, params).graphIds);
    },
    question(params) {
      const request = parseNotification('question', runtimeNotifications.question.params, params);
      listener.onRuntimeRequest?.(request as RuntimeRequest);
    },
  };

  const handleContent = (content: string | Buffer): void => {
    const bytes = receivedBytes;
    receivedBytes = takesPictures ? decodeBytesMessage(content, encoding) : undefined;
    if (bytes && receivedBytes) throw new ProtocolError('Bytes were followed by other bytes');
    if (receivedBytes) {
      if (awaitedBytes.size === 0) throw new ProtocolError('Bytes came without a command that requests them');
      return;
    }
    const message = decodeRpcMessage(content, encoding);
    const isAwaited = !('method' in message) && awaitedBytes.delete(message.id);
    if (bytes && !('result' in message && isAwaited))
      throw new ProtocolError('Bytes were not followed by the response to which they belong');
    handleMessage(message, bytes);
  };

  const handleMessage = (message: RpcMessage, bytes: Buffer | undefined): void => {
    if ('method' in message) {
      const { method, params } = message;
      if ('id' in message) {
        if (method !== 'hello' || phase !== 'new')
          throw new ProtocolError('The only request of a runtime is hello, and it comes first');
        void acceptHello(message.id, params);
        return;
      }
      if (phase !== 'welcome' && phase !== 'settled')
        throw new ProtocolError(`${method} came before the response to hello`);
      // Ignores notifications that only later versions of the protocol define.
      if (Object.hasOwn(notificationHandlers, method))
        notificationHandlers[method]?.(params as Record<string, unknown>);
      return;
    }
    const { id } = message;
    if ('error' in message && id === null) throw new ProtocolError(message.error.message);
    if (typeof id !== 'number') return;
    // A response that arrives after the timeout is ignored.
    const pendingCommand = pending.get(id);
    pending.delete(id);
    pendingCommand?.settle(message, bytes);
  };

  /** Runs a handler unless the connection has been closed. */
  const runIfOpen = (handler: () => void): void => {
    if (phase === 'ended') return;
    heartbeat.recordActivity();
    try {
      handler();
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) throw failure;
      end(linkCloseCodes.breach, failure.message);
    }
  };

  transport.listen({
    onMessage(content) {
      heartbeat.recordActivity();
      inbox.add(() => runIfOpen(() => handleContent(content)));
    },
    onActivity: heartbeat.recordActivity,
    onDrain() {},
    onClose(code, reason) {
      inbox.drain();
      finish(reason === '' ? `The runtime went away (${code}).` : reason);
    },
  });

  return {
    /**
     * Sends a command to the runtime.
     * @throws ApiError RUNTIME_TIMEOUT, ACTION_FAILED, or an error that the command declares
     */
    request: <C extends RuntimeCommand>(
      command: C,
      params: RuntimeCommands[C]['params'],
      timeoutMs: number,
    ): Promise<RuntimeCommands[C]['result']> =>
      new Promise((resolve, reject) => {
        if (phase !== 'settled') return reject(new ApiError('RUNTIME_NOT_CONNECTED'));
        if (transport.bufferedBytes > linkLimits.waitingBytes)
          return reject(new ApiError('RUNTIME_TIMEOUT', 'The runtime does not read its messages.'));
        const id = commandCount + 1;
        const content = encodeRpcMessage({ id, method: command, params }, encoding);
        if (Buffer.byteLength(content) > linkLimits.messageBytes) return reject(createTooLargeError(command));
        commandCount = id;
        const cancel = scheduler.after(timeoutMs, () => {
          pending.delete(id);
          send({ method: 'cancel', params: { id } });
          reject(createCommandTimeoutError(timeoutMs));
        });
        const fail = (failure: ApiError): void => {
          cancel();
          reject(failure);
        };
        if (returnsBytes(command)) awaitedBytes.add(id);
        pending.set(id, {
          fail,
          settle(response, bytes) {
            if ('error' in response) return fail(toApiError(command, response.error));
            const problem =
              findResultError(command, params, response.result, extension?.actions) ??
              (returnsBytes(command) && !bytes ? 'its bytes were not sent before it' : undefined);
            if (problem !== undefined) return fail(createInvalidResultError(command, problem));
            cancel();
            const result = returnsBytes(command)
              ? Object.assign(response.result as object, { data: bytes })
              : response.result;
            resolve(result as RuntimeCommands[typeof command]['result']);
          },
        });
        transport.send(content);
      }),
    /** Whether the runtime shows a sign of life within this time. */
    isResponsive: heartbeat.probe,
    close: end,
  };
};

const returnsBytes = (command: LinkCommand): boolean => 'returnsBytes' in linkCommands[command];

export type ControllerConnection = ReturnType<typeof openControllerConnection>;

/** @throws ProtocolError when the parameters of a notification are invalid */
const parseNotification = <S extends z.ZodType>(method: string, schema: S, params: unknown): z.output<S> => {
  const { data, error } = schema.safeParse(params, validationMessages);
  if (error) throw new ProtocolError(`${method}: ${describeFirstProblem(error)}`);
  return data;
};

const createTooLargeError = (command: LinkCommand): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The parameters of ${command} are larger than the ${linkLimits.messageBytes} bytes that a message of the runtime link may have.`,
  );

const createInvalidResultError = (command: LinkCommand, problem: string): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The response of the runtime to ${command} is invalid: ${problem}.`,
    undefined,
    'GET /api/health reports whether the runtime is still connected; its author finds the results in GET /api/actions/schema.',
  );
