import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createSubscriptionState } from './subscription-state.ts';
import { startIdleTimer } from './idle-timer.ts';
import { createInboundReader } from './inbound-reader.ts';
import { internalErrorCompletion, invokeMethod } from '../methods/invoke-method.ts';
import { createSocketTransport, createReconnectableTransport } from './transport.ts';
import { createOutboundWriter } from './outbound-writer.ts';
import { createOutgoingBatch } from '../delivery/outgoing-batch.ts';
import { createAckTracker } from './ack-tracker.ts';
import type { ClientMessage, Completion, HubCodec, Invocation } from '../protocol/hub-codec.ts';
import type { FanOut, Subscriber } from '../delivery/fan-out.ts';
import type { StreamPosition } from './subscription-state.ts';
import type { EventHistory } from '../delivery/event-history.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubCaller, MethodContext, RunAction } from '../methods/define-method.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { FlushBatch } from './flush-batch.ts';
import type { HubSocket } from '../protocol/hub-socket.ts';

/** What connections share. */
export interface HubContext {
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  readonly flushBatch: FlushBatch;
  readonly fairScheduler: FairScheduler;
  readonly fanOut: FanOut;
  readonly history: EventHistory;
  readonly stream: StreamPosition;
  readonly runAction: RunAction;
  readonly waitForSeq: MethodContext['waitForSeq'];
  readonly strict: boolean;
  onFailure(failure: unknown): void;
}

/** A client after its handshake. */
export interface Session {
  receive(payload: Buffer): void;
  /** Calls back when everything that arrived has been handled, immediately if it has. */
  whenIdle(run: () => void): void;
  /** Sends a Close, with the error if there is one, and ends. */
  close(error: string | undefined, allowReconnect: boolean): void;
  /** The client has disconnected. */
  dispose(): void;
  /** Present with stateful reconnect: the session outlives its socket. */
  readonly reconnectable?: {
    /** Whether nothing would be lost when another socket takes over. */
    readonly complete: boolean;
    detach(): void;
    attach(hubSocket: HubSocket): void;
  };
}

interface SessionOptions {
  readonly hub: HubContext;
  readonly codec: HubCodec;
  readonly socket: HubSocket;
  readonly caller: HubCaller;
  readonly isStateful: boolean;
  /** Ends the underlying connection; called once. */
  readonly disconnect: () => void;
}

export const createSession = ({
  hub,
  codec,
  socket,
  caller,
  isStateful,
  disconnect,
}: SessionOptions): Session => {
  const { limits, scheduler, flushBatch, fairScheduler, fanOut, runAction, waitForSeq, strict, onFailure } =
    hub;
  const steadyLine = isStateful ? createReconnectableTransport(codec, limits, socket) : undefined;
  const line = steadyLine ?? createSocketTransport(socket);
  let present = socket;
  let open = true;

  let heardAt = scheduler.now();
  const heard = (): void => {
    heardAt = scheduler.now();
  };
  const outlet = createOutboundWriter({
    transport: line,
    codec,
    limits,
    scheduler,
    flushBatch,
    onTooSlow: () => close(`The client read too slowly for ${limits.backlogMs / 1000} s`, true),
  });
  const watches = [
    startIdleTimer(
      scheduler,
      limits.silenceMs,
      () => heardAt,
      () => close(`The client sent nothing for ${limits.silenceMs / 1000} s`, true),
    ),
    startIdleTimer(
      scheduler,
      limits.pingMs,
      () => outlet.lastWriteAt,
      () => outlet.enqueue({ kind: 'ping' }),
    ),
  ];
  const receipts = isStateful
    ? createAckTracker(limits, scheduler, (sequenceId) => outlet.enqueue({ kind: 'ack', sequenceId }))
    : undefined;
  const subscriber: Subscriber = { codec, deliverBatch: outlet.deliverBatch };
  const feed = createSubscriptionState({
    ...hub,
    subscriber: subscriber,
    sendPastEvents(events) {
      for (let at = 0; at < events.length; at += limits.eventsAMessage) {
        outlet.deliverBatch(createOutgoingBatch(codec, events.slice(at, at + limits.eventsAMessage)));
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
    outlet.enqueue({ kind: 'close', ...(error !== undefined && { error }), allowReconnect });
    outlet.flush();
    release();
    disconnect();
  };

  const { subscribe, unsubscribe, resume, setRate } = feed;
  const context: MethodContext = {
    subscribe,
    unsubscribe,
    resume,
    setRate,
    caller,
    runAction,
    waitForSeq,
    strict,
    onFailure,
    callClient(target, argument) {
      if (open) outlet.enqueue({ kind: 'invocation', target, argument });
    },
  };
  const complete = ({ invocationId }: Invocation, completion: Completion): void => {
    if (invocationId === undefined || !open) return;
    try {
      outlet.enqueue({ kind: 'completion', invocationId, ...completion });
    } catch (failure) {
      onFailure(failure);
      outlet.enqueue({ kind: 'completion', invocationId, ...internalErrorCompletion });
    }
  };
  const serve = (invocation: Invocation): void => {
    const completion = invokeMethod(invocation, context);
    if (completion instanceof Promise) void completion.then((late) => complete(invocation, late));
    else complete(invocation, completion);
  };
  const handle = (message: ClientMessage) => {
    if (receipts && !receipts.shouldHandle(message)) return;
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
        disconnect();
    }
  };

  const intake = createInboundReader({
    codec,
    maxMessageBytes: limits.messageBytes,
    fairScheduler,
    handle,
    onDelayedMessage: heard,
    onPayloadHandled: (bytes) => receipts?.addReceivedBytes(bytes),
    onFailure(failure) {
      if (!(failure instanceof ProtocolError)) onFailure(failure);
      close(failure instanceof ProtocolError ? failure.message : 'The service failed', false);
    },
    pause: () => present.pause(),
    resume: () => present.resume(),
  });

  return {
    receive(payload) {
      heard();
      intake.receive(payload);
    },
    whenIdle: intake.whenIdle,
    close,
    dispose,
    ...(steadyLine && {
      reconnectable: {
        get complete() {
          return steadyLine.canReplay();
        },
        detach: steadyLine.detach,
        attach(next) {
          present = next;
          intake.restart();
          receipts?.awaitSequence();
          heard();
          steadyLine.attach(next);
        },
      },
    }),
  };
};
