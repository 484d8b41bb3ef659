import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createFeed } from './feed.ts';
import { watchIdleness } from './idle-timer.ts';
import { createIntake } from './intake.ts';
import { failed, invoke } from '../methods/invoke.ts';
import { createPlainLine, createSteadyLine } from './line.ts';
import { createOutlet } from './outlet.ts';
import { pack } from '../volume/parcel.ts';
import { createReceipts } from './receipts.ts';
import type { ClientMessage, Completion, HubCodec, Invocation } from '../protocol/codec.ts';
import type { FanOut, Member } from '../volume/fan-out.ts';
import type { Stream } from './feed.ts';
import type { History } from '../volume/history.ts';
import type { HubLimits } from '../limits.ts';
import type { Caller, MethodContext, RunAction } from '../methods/method.ts';
import type { Rota } from './rota.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Turn } from './turn.ts';
import type { Wire } from '../protocol/wire.ts';

/** What connections share. */
export interface HubParts {
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  readonly turn: Turn;
  readonly rota: Rota;
  readonly fanOut: FanOut;
  readonly history: History;
  readonly stream: Stream;
  readonly runAction: RunAction;
  readonly reached: MethodContext['reached'];
  readonly strict: boolean;
  onFailure(failure: unknown): void;
}

/** One client after its handshake. */
export interface Session {
  receive(payload: Buffer): void;
  /** Calls back when everything that came in has been handled, at once if it has. */
  whenDone(run: () => void): void;
  /** Says goodbye, if there is something to say, and ends. */
  close(error: string | undefined, allowReconnect: boolean): void;
  /** The client is gone. */
  dispose(): void;
  /** Present with stateful reconnect: the session outlives its socket. */
  readonly steady?: {
    /** Whether nothing would be lost by going on over another socket. */
    readonly complete: boolean;
    detach(): void;
    attach(wire: Wire): void;
  };
}

interface SessionParts {
  readonly hub: HubParts;
  readonly codec: HubCodec;
  readonly wire: Wire;
  readonly caller: Caller;
  readonly stateful: boolean;
  /** Ends the connection beneath; called once. */
  readonly hangUp: () => void;
}

export const createSession = ({ hub, codec, wire, caller, stateful, hangUp }: SessionParts): Session => {
  const { limits, scheduler, turn, rota, fanOut, runAction, reached, strict, onFailure } = hub;
  const steadyLine = stateful ? createSteadyLine(codec, limits, wire) : undefined;
  const line = steadyLine ?? createPlainLine(wire);
  let present = wire;
  let open = true;

  let heardAt = scheduler.now();
  const heard = (): void => {
    heardAt = scheduler.now();
  };
  const outlet = createOutlet({
    line,
    codec,
    limits,
    scheduler,
    turn,
    onTooSlow: () => close(`The client read too slowly for ${limits.backlogMs / 1000} s`, true),
  });
  const watches = [
    watchIdleness(
      scheduler,
      limits.silenceMs,
      () => heardAt,
      () => close(`Nothing came from the client for ${limits.silenceMs / 1000} s`, true),
    ),
    watchIdleness(
      scheduler,
      limits.pingMs,
      () => outlet.wroteAt,
      () => outlet.post({ kind: 'ping' }),
    ),
  ];
  const receipts = stateful
    ? createReceipts(limits, scheduler, (sequenceId) => outlet.post({ kind: 'ack', sequenceId }))
    : undefined;
  const member: Member = { codec, deliver: outlet.deliver };
  const feed = createFeed({
    ...hub,
    member,
    send(events) {
      for (let at = 0; at < events.length; at += limits.eventsAMessage) {
        outlet.deliver(pack(codec, events.slice(at, at + limits.eventsAMessage)));
      }
    },
  });

  const release = () => {
    for (const stop of watches) stop();
    for (const part of [outlet, receipts, intake]) part?.stop();
    feed.end();
  };
  const dispose = () => {
    if (!open) return;
    open = false;
    release();
  };
  const close = (error: string | undefined, allowReconnect: boolean) => {
    if (!open) return;
    open = false;
    fanOut.flush();
    outlet.post({ kind: 'close', ...(error !== undefined && { error }), allowReconnect });
    outlet.flush();
    release();
    hangUp();
  };

  const { subscribe, unsubscribe, resume, setRate } = feed;
  const context: MethodContext = {
    subscribe,
    unsubscribe,
    resume,
    setRate,
    caller,
    runAction,
    reached,
    strict,
    onFailure,
    call(target, argument) {
      if (open) outlet.post({ kind: 'invocation', target, argument });
    },
  };
  const complete = ({ invocationId }: Invocation, completion: Completion): void => {
    if (invocationId === undefined || !open) return;
    try {
      outlet.post({ kind: 'completion', invocationId, ...completion });
    } catch (failure) {
      onFailure(failure);
      outlet.post({ kind: 'completion', invocationId, ...failed });
    }
  };
  const serve = (invocation: Invocation): void => {
    const completion = invoke(invocation, context);
    if (completion instanceof Promise) void completion.then((late) => complete(invocation, late));
    else complete(invocation, completion);
  };
  const handle = (message: ClientMessage) => {
    if (receipts && !receipts.admit(message)) return;
    switch (message.kind) {
      case 'invocation':
      case 'streamInvocation':
        serve(message);
        break;
      case 'ack':
        steadyLine?.acknowledge(message.sequenceId);
        break;
      case 'close':
        dispose();
        hangUp();
    }
  };

  const intake = createIntake({
    codec,
    limit: limits.messageBytes,
    rota,
    handle,
    waited: heard,
    took: (bytes) => receipts?.took(bytes),
    failed(failure) {
      if (!(failure instanceof ProtocolError)) onFailure(failure);
      close(failure instanceof ProtocolError ? failure.message : 'The service failed', false);
    },
    pause: () => present.pause(),
    resume: () => present.resume(),
  });

  return {
    receive(payload) {
      heard();
      intake.take(payload);
    },
    whenDone: intake.whenDone,
    close,
    dispose,
    ...(steadyLine && {
      steady: {
        get complete() {
          return steadyLine.complete();
        },
        detach: steadyLine.detach,
        attach(next) {
          present = next;
          intake.restart();
          receipts?.restart();
          heard();
          steadyLine.attach(next);
        },
      },
    }),
  };
};
