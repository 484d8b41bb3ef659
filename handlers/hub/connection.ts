import { ProtocolError } from './codec.ts';
import { frame } from './frame.ts';
import { handshakeAnswer, readHandshake } from './handshake.ts';
import { createRecordTaker } from './records.ts';
import { createSession } from './session.ts';
import type { Caller } from './method.ts';
import type { HubParts, Session } from './session.ts';
import type { Wire } from './wire.ts';

/** One WebSocket of the hub, from its handshake to its end. */
export interface Connection {
  /** Tells the client why, and lets it come back. */
  close(reason: string): void;
  readonly closed: Promise<void>;
}

/** WebSocket close code of an ordinary end (RFC 6455, section 7.4.1); the reason travels in the hub's own message. */
const normalClosure = 1000;

export const createConnection = (parts: HubParts, wire: Wire, caller: Caller): Connection => {
  const { limits, scheduler } = parts;
  const take = createRecordTaker(limits.messageBytes);
  let session: Session | undefined;
  let hungUp = false;
  let cancelTermination = () => {};

  const hangUp = () => {
    hungUp = true;
    cancelHandshake();
    cancelTermination = scheduler.after(limits.closeMs, () => wire.terminate());
    wire.close(normalClosure);
  };
  const answerHandshake = (error?: string) => wire.write(frame([handshakeAnswer(error)], 'text'));
  const refuse = (error: string) => {
    answerHandshake(error);
    hangUp();
  };
  const cancelHandshake = scheduler.after(limits.handshakeMs, () =>
    refuse(`No handshake came for ${limits.handshakeMs / 1000} s`),
  );

  const shakeHands = (payload: Buffer) => {
    try {
      const taken = take(payload);
      if (!taken) return;
      const codec = readHandshake(taken.record);
      cancelHandshake();
      answerHandshake();
      session = createSession(parts, codec, wire, caller, hangUp);
      if (taken.rest.length > 0) session.receive(taken.rest);
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) parts.onFailure(failure);
      refuse(failure instanceof ProtocolError ? failure.message : 'The service failed');
    }
  };

  wire.onPayload((payload) => {
    if (hungUp) return;
    if (session) session.receive(payload);
    else shakeHands(payload);
  });
  const closed = new Promise<void>((resolve) => {
    wire.onClose(() => {
      hungUp = true;
      cancelHandshake();
      cancelTermination();
      session?.dispose();
      resolve();
    });
  });

  return {
    close(reason) {
      if (hungUp) return;
      if (session) session.close(reason, true);
      else refuse(reason);
    },
    closed,
  };
};
