import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createOutgoingBatch } from '../delivery/outgoing-batch.ts';
import { internalErrorCompletion, invokeMethod } from '../methods/invoke-method.ts';
import { createAckTracker, createInboundReader } from './inbound-reader.ts';
import { createOutboundWriter } from './outbound-writer.ts';
import { createSubscriptionState, type StreamPosition } from './subscription-state.ts';
import { createReconnectableTransport, createSocketTransport, type HubSocket } from './transport.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { EventHistory } from '../delivery/event-history.ts';
import type { FanOut, Subscriber } from '../delivery/fan-out.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubCaller, MethodContext, RunAction } from '../methods/define-method.ts';
import type { ClientMessage, Completion, HubCodec, Invocation } from '../protocol/hub-codec.ts';
import type { FairScheduler, FlushBatch } from './turn-scheduling.ts';

/** What all connections of a hub share. */
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

/** A client's session, which begins after its handshake. */
export interface Session {
  receive(payload: Buffer): void;
  /** Calls `run` when everything that has arrived has been handled, or immediately if nothing is pending. */
  whenIdle(run: () => void): void;
  /** Sends a Close, including the error if there is one, and ends the session. */
  close(error: string | undefined, allowReconnect: boolean): void;
  /** Must be called when the client has disconnected. */
  dispose(): void;
  /** Present if the client has stateful reconnect, so that the session outlives its socket. */
  readonly reconnectable?: {
    /** Whether nothing would be lost if another socket took over. */
    readonly complete: boolean;
    detach(): void;
    attach(hubSocket: HubSocket): void;
  };
}

/**
 * Calls `onIdle` whenever `milliseconds` have passed without activity, until the timer is stopped. The last activity is
 * checked only when the timer fires, so each activity only needs to store its time.
 * @param getLatest returns the time of the last activity on the scheduler's clock
 * @returns a function that stops the timer
 */
const startIdleTimer = (
  scheduler: Scheduler,
  milliseconds: number,
  getLatest: () => number,
  onIdle: () => void,
): (() => void) => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let running = true;
  const getLastActivity = (): number => Math.max(reportedAt, getLatest());
  const checkIdle = () => {
    if (getLastActivity() + milliseconds <= scheduler.now()) {
      reportedAt = scheduler.now();
      onIdle();
    }
    if (running) schedule();
  };
  const schedule = () => {
    cancel = scheduler.after(getLastActivity() + milliseconds - scheduler.now(), checkIdle);
  };
  schedule();
  return () => {
    running = false;
    cancel();
  };
};

interface SessionOptions {
  readonly hub: HubContext;
  readonly codec: HubCodec;
  readonly socket: HubSocket;
  readonly caller: HubCaller;
  readonly isStateful: boolean;
  /** Ends the underlying connection. The session calls this function only once. */
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
  const reconnectableTransport = isStateful ? createReconnectableTransport(codec, limits, socket) : undefined;
  const transport = reconnectableTransport ?? createSocketTransport(socket);
  let currentSocket = socket;
  let open = true;

  let lastReceivedAt = scheduler.now();
  const recordActivity = (): void => {
    lastReceivedAt = scheduler.now();
  };
  const writer = createOutboundWriter({
    transport,
    codec,
    limits,
    scheduler,
    flushBatch,
    onTooSlow: () => close(`The client read too slowly for ${limits.backlogMs / 1000} s`, true),
  });
  const idleTimers = [
    startIdleTimer(
      scheduler,
      limits.silenceMs,
      () => lastReceivedAt,
      () => close(`The client sent nothing for ${limits.silenceMs / 1000} s`, true),
    ),
    startIdleTimer(
      scheduler,
      limits.pingMs,
      () => writer.lastWriteAt,
      () => writer.enqueue({ kind: 'ping' }),
    ),
  ];
  const ackTracker = isStateful
    ? createAckTracker(limits, scheduler, (sequenceId) => writer.enqueue({ kind: 'ack', sequenceId }))
    : undefined;
  const subscriber: Subscriber = { codec, deliverBatch: writer.deliverBatch };
  const subscriptionState = createSubscriptionState({
    ...hub,
    subscriber: subscriber,
    sendPastEvents(events) {
      for (let index = 0; index < events.length; index += limits.eventsAMessage) {
        writer.deliverBatch(createOutgoingBatch(codec, events.slice(index, index + limits.eventsAMessage)));
      }
    },
  });

  const release = () => {
    for (const stop of idleTimers) stop();
    for (const component of [writer, ackTracker, reader]) component?.stop();
    subscriptionState.end();
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
    writer.enqueue({ kind: 'close', ...(error !== undefined && { error }), allowReconnect });
    writer.flush();
    release();
    disconnect();
  };

  const { subscribe, unsubscribe, resume, setRate } = subscriptionState;
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
      if (open) writer.enqueue({ kind: 'invocation', target, argument });
    },
  };
  const complete = ({ invocationId }: Invocation, completion: Completion): void => {
    if (invocationId === undefined || !open) return;
    try {
      writer.enqueue({ kind: 'completion', invocationId, ...completion });
    } catch (failure) {
      onFailure(failure);
      writer.enqueue({ kind: 'completion', invocationId, ...internalErrorCompletion });
    }
  };
  const serve = (invocation: Invocation): void => {
    const completion = invokeMethod(invocation, context);
    if (completion instanceof Promise) void completion.then((result) => complete(invocation, result));
    else complete(invocation, completion);
  };
  const handle = (message: ClientMessage) => {
    if (ackTracker && !ackTracker.shouldHandle(message)) return;
    switch (message.kind) {
      case 'invocation':
      case 'streamInvocation':
        serve(message);
        break;
      case 'ack':
        reconnectableTransport?.acknowledge(message.sequenceId);
        break;
      case 'close':
        dispose();
        disconnect();
    }
  };

  const reader = createInboundReader({
    codec,
    maxMessageBytes: limits.messageBytes,
    fairScheduler,
    handle,
    onDelayedMessage: recordActivity,
    onPayloadHandled: (bytes) => ackTracker?.addReceivedBytes(bytes),
    onFailure(failure) {
      if (!(failure instanceof ProtocolError)) onFailure(failure);
      close(failure instanceof ProtocolError ? failure.message : 'The service failed', false);
    },
    pause: () => currentSocket.pause(),
    resume: () => currentSocket.resume(),
  });

  return {
    receive(payload) {
      recordActivity();
      reader.receive(payload);
    },
    whenIdle: reader.whenIdle,
    close,
    dispose,
    ...(reconnectableTransport && {
      reconnectable: {
        get complete() {
          return reconnectableTransport.canReplay();
        },
        detach: reconnectableTransport.detach,
        attach(next) {
          currentSocket = next;
          reader.restart();
          ackTracker?.awaitSequence();
          recordActivity();
          reconnectableTransport.attach(next);
        },
      },
    }),
  };
};
