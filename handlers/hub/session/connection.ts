import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { frame } from '../protocol/frame.ts';
import { handshakeAnswer, readHandshake } from '../protocol/handshake.ts';
import { createRecordTaker } from '../protocol/records.ts';
import { createSession } from './session.ts';
import type { Caller } from '../methods/method.ts';
import type { HubParts, Session } from './session.ts';
import type { Wire } from '../protocol/wire.ts';

/** One client of the hub, from its handshake to its end. */
export interface Connection {
  /** Whether another socket may take over: the client has stateful reconnect, is not being closed, and would miss nothing. */
  readonly resumable: boolean;
  /** Goes on over another socket, whether or not the present one is known to be lost. */
  takeOver(wire: Wire, caller: Caller): void;
  /** Tells the client why, and lets it come back. */
  close(reason: string): void;
  /** Closes, when whoever is there would not be let in now. */
  review(): void;
  readonly closed: Promise<void>;
}

/** WebSocket close code of an ordinary end (RFC 6455, section 7.4.1); the reason travels in the hub's own message. */
const normalClosure = 1000;

interface ConnectionParts {
  readonly hub: HubParts;
  readonly wire: Wire;
  readonly caller: Caller;
  /** Whether the client negotiated stateful reconnect. */
  readonly stateful: boolean;
  /**
   * Why this client is not served, for the answer to its handshake. Clients that are told earlier, while they still
   * connect, take it for a failure of their own.
   */
  readonly refusal?: string | undefined;
}

export const createConnection = (parts: ConnectionParts): Connection => {
  const { hub, stateful, refusal } = parts;
  const { limits, scheduler } = hub;
  const take = createRecordTaker(limits.messageBytes);
  let wire: Wire | undefined;
  let { caller } = parts;
  let session: Session | undefined;
  let hungUp = false;
  let cancelTermination = () => {};
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });

  /** Whoever opened the present socket. */
  const present: Caller = {
    get token() {
      return caller.token;
    },
    get authenticated() {
      return caller.authenticated;
    },
    get apiEnabled() {
      return caller.apiEnabled;
    },
    get refusal() {
      return caller.refusal;
    },
  };

  const end = () => {
    hungUp = true;
    wire = undefined;
    cancelHandshake();
    cancelTermination();
    session?.dispose();
    resolveClosed();
  };
  const hangUp = () => {
    hungUp = true;
    cancelHandshake();
    if (!wire) return end();
    const last = wire;
    cancelTermination = scheduler.after(limits.closeMs, () => last.terminate());
    last.close(normalClosure);
  };
  const answerHandshake = (format: 'text' | 'binary', error?: string) =>
    wire?.write(frame([handshakeAnswer(error)], format));
  const refuse = (error: string) => {
    answerHandshake('text', error);
    hangUp();
  };
  const handshakeMs = refusal === undefined ? limits.handshakeMs : limits.closeMs;
  const cancelHandshake = scheduler.after(handshakeMs, () =>
    refuse(refusal ?? `No handshake came for ${handshakeMs / 1000} s`),
  );

  const shakeHands = (payload: Buffer, current: Wire) => {
    try {
      const taken = take(payload);
      if (!taken) return;
      if (refusal !== undefined) return refuse(refusal);
      const codec = readHandshake(taken.record);
      cancelHandshake();
      answerHandshake(codec.format);
      session = createSession({ hub, codec, wire: current, caller: present, stateful, hangUp });
      if (taken.rest.length > 0) session.receive(taken.rest);
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) hub.onFailure(failure);
      refuse(failure instanceof ProtocolError ? failure.message : 'The service failed');
    }
  };
  const lose = (lost: Wire) => {
    if (wire !== lost) return;
    if (!session?.steady?.complete || hungUp) return end();
    wire = undefined;
    session.steady.detach();
  };
  const use = (next: Wire) => {
    wire = next;
    next.onPayload((payload) => {
      if (hungUp || wire !== next) return;
      if (session) session.receive(payload);
      else shakeHands(payload, next);
    });
    next.onClose(() => {
      // What had come in before counts, even if nobody is there to be answered.
      if (session) session.whenDone(() => lose(next));
      else lose(next);
    });
  };
  use(parts.wire);

  const close = (reason: string) => {
    if (hungUp) return;
    if (session) session.close(reason, true);
    else refuse(reason);
  };

  return {
    get resumable() {
      return session?.steady?.complete === true && !hungUp;
    },
    takeOver(next, nextCaller) {
      const lost = wire;
      caller = nextCaller;
      use(next);
      session?.steady?.attach(next);
      lost?.terminate();
    },
    close,
    review() {
      const fault = caller.refusal;
      if (fault) close(`${fault.code}: ${fault.message}`);
    },
    closed,
  };
};
