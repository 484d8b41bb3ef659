import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createFrame } from '../protocol/websocket-frame.ts';
import { createHandshakeResponse, parseHandshake } from '../protocol/handshake.ts';
import { createRecordReader } from '../protocol/framing.ts';
import { createSession } from './session.ts';
import type { HubCaller } from '../methods/define-method.ts';
import type { HubContext, Session } from './session.ts';
import type { HubSocket } from './transport.ts';

/**
 * The WebSocket close code for a normal end (RFC 6455, section 7.4.1). The actual reason is sent in the hub's own
 * message.
 */
const normalClosure = 1000;

interface HubConnectionOptions {
  readonly hub: HubContext;
  readonly socket: HubSocket;
  readonly caller: HubCaller;
  /** Whether the client negotiated stateful reconnect. */
  readonly isStateful: boolean;
  /**
   * Why this client isn't served. The response to the client's handshake contains this reason, because clients that are
   * rejected earlier, while connecting, report only an error of their own.
   */
  readonly rejectionReason?: string | undefined;
}

/** A client's connection to the hub, from before its handshake until it ends. */
export const createHubConnection = (options: HubConnectionOptions) => {
  const { hub, isStateful, rejectionReason } = options;
  const { limits, scheduler } = hub;
  const readRecord = createRecordReader(limits.messageBytes);
  let socket: HubSocket | undefined;
  let { caller } = options;
  let session: Session | undefined;
  let isDisconnected = false;
  let cancelTermination = () => {};
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });

  /** The client that opened the current socket. */
  const currentCaller: HubCaller = {
    get token() {
      return caller.token;
    },
    get isAuthenticated() {
      return caller.isAuthenticated;
    },
    get isApiEnabled() {
      return caller.isApiEnabled;
    },
    get accessError() {
      return caller.accessError;
    },
  };

  const end = () => {
    isDisconnected = true;
    socket = undefined;
    cancelHandshake();
    cancelTermination();
    session?.dispose();
    resolveClosed();
  };
  const disconnect = () => {
    isDisconnected = true;
    cancelHandshake();
    if (!socket) return end();
    const last = socket;
    cancelTermination = scheduler.after(limits.closeMs, () => last.terminate());
    last.close(normalClosure);
  };
  const respondToHandshake = (format: 'text' | 'binary', error?: string) =>
    socket?.write(createFrame([createHandshakeResponse(error)], format));
  const rejectHandshake = (error: string) => {
    respondToHandshake('text', error);
    disconnect();
  };
  const handshakeMs = rejectionReason === undefined ? limits.handshakeMs : limits.closeMs;
  const cancelHandshake = scheduler.after(handshakeMs, () =>
    rejectHandshake(rejectionReason ?? `No handshake arrived within ${handshakeMs / 1000} s`),
  );

  const handleHandshake = (payload: Buffer, current: HubSocket) => {
    try {
      const received = readRecord(payload);
      if (!received) return;
      if (rejectionReason !== undefined) return rejectHandshake(rejectionReason);
      const codec = parseHandshake(received.record);
      cancelHandshake();
      respondToHandshake(codec.format);
      session = createSession({
        hub,
        codec,
        socket: current,
        caller: currentCaller,
        isStateful,
        disconnect,
      });
      if (received.rest.length > 0) session.receive(received.rest);
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) hub.onFailure(failure);
      rejectHandshake(failure instanceof ProtocolError ? failure.message : 'The service failed');
    }
  };
  const handleSocketClosed = (closedSocket: HubSocket) => {
    if (socket !== closedSocket) return;
    if (!session?.reconnectable?.complete || isDisconnected) return end();
    socket = undefined;
    session.reconnectable.detach();
  };
  const attachSocket = (next: HubSocket) => {
    socket = next;
    next.onPayload((payload) => {
      if (isDisconnected || socket !== next) return;
      if (session) session.receive(payload);
      else handleHandshake(payload, next);
    });
    next.onClose(() => {
      // Messages that have already arrived are still handled, even if nobody can receive the responses.
      if (session) session.whenIdle(() => handleSocketClosed(next));
      else handleSocketClosed(next);
    });
  };
  attachSocket(options.socket);

  const close = (reason: string) => {
    if (isDisconnected) return;
    if (session) session.close(reason, true);
    else rejectHandshake(reason);
  };

  return {
    /**
     * Whether another socket may take over: the client has stateful reconnect, isn't being closed, and would miss
     * nothing.
     */
    get canResume(): boolean {
      return session?.reconnectable?.complete === true && !isDisconnected;
    },
    /** Continues on another socket, whether or not the current socket is known to be lost. */
    replaceSocket(next: HubSocket, nextCaller: HubCaller) {
      const previousSocket = socket;
      caller = nextCaller;
      attachSocket(next);
      session?.reconnectable?.attach(next);
      previousSocket?.terminate();
    },
    /** Closes the connection with a reason, and allows the client to reconnect. */
    close,
    /** Closes the connection if the client would now be rejected. */
    revalidate() {
      const apiError = caller.accessError;
      if (apiError) close(`${apiError.code}: ${apiError.message}`);
    },
    closed,
  };
};

export type HubConnection = ReturnType<typeof createHubConnection>;
