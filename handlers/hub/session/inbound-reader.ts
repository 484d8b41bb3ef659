import { ProtocolError } from '#runtime/link/protocol-error.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { ClientMessage, HubCodec } from '../protocol/hub-codec.ts';
import type { FairScheduler, FairTask } from './turn-scheduling.ts';

interface InboundReaderOptions {
  readonly codec: HubCodec;
  /** The maximum size of a message in bytes. */
  readonly maxMessageBytes: number;
  readonly fairScheduler: FairScheduler;
  handle(message: ClientMessage): void;
  /** Called when a delayed message is handled. Such a message shows that the client isn't silent. */
  onDelayedMessage(): void;
  /** Called when all messages of a payload have been handled. */
  onPayloadHandled(bytes: number): void;
  /** Called when the bytes are invalid or handling a message failed. Nothing is handled after this call. */
  onFailure(failure: unknown): void;
  /** Pauses reading from the socket; `resume` continues. */
  pause(): void;
  resume(): void;
}

/** Decodes the bytes from one connection, and passes its messages to the scheduler in order. */
export const createInboundReader = (options: InboundReaderOptions) => {
  const {
    codec,
    maxMessageBytes,
    fairScheduler,
    handle,
    onDelayedMessage,
    onPayloadHandled,
    onFailure,
    pause,
    resume,
  } = options;
  let decode = codec.createDecoder(maxMessageBytes);
  let payloads: Buffer[] = [];
  let messages: Iterator<ClientMessage> | undefined;
  let isPaused = false;
  let whenDone: (() => void) | undefined;

  const stop = () => {
    payloads = [];
    messages = undefined;
  };
  const next = (): ClientMessage | undefined => {
    for (let payload = payloads[0]; payload; payload = payloads[0]) {
      messages ??= decode(payload)[Symbol.iterator]();
      const { done, value } = messages.next();
      if (!done) return value;
      messages = undefined;
      payloads.shift();
      onPayloadHandled(payload.length);
    }
    return undefined;
  };

  const task: FairTask = {
    handleNext() {
      if (isPaused) onDelayedMessage();
      try {
        const message = next();
        if (message) handle(message);
        return message !== undefined;
      } catch (failure) {
        stop();
        onFailure(failure);
        return false;
      }
    },
    pause() {
      isPaused = true;
      pause();
    },
    resume() {
      isPaused = false;
      resume();
      whenDone?.();
    },
  };

  return {
    receive(payload: Buffer) {
      payloads.push(payload);
      fairScheduler.schedule(task);
    },
    /** Continues with another socket, and drops the incomplete message from the previous socket. */
    restart() {
      stop();
      decode = codec.createDecoder(maxMessageBytes);
      if (isPaused) pause();
    },
    /** Drops all pending input. Nothing is handled after this call. */
    stop,
    /** Calls `run` when everything that has arrived has been handled, or immediately if nothing is pending. */
    whenIdle(run: () => void) {
      if (isPaused) whenDone = run;
      else run();
    },
  };
};

const countedKinds: ReadonlySet<ClientMessage['kind']> = new Set([
  'invocation',
  'streamInvocation',
  'ofCall',
]);

/** Counts and acknowledges the messages from a client with stateful reconnect. */
export const createAckTracker = (
  { ackMs, ackBytes }: HubLimits,
  scheduler: Scheduler,
  acknowledge: (sequenceId: number) => void,
) => {
  let nextId = 1;
  let latestId = 0;
  let awaitsSequence = false;
  let bytesSinceAck = 0;
  let cancel: (() => void) | undefined;

  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  const acknowledgeNow = () => {
    stop();
    bytesSinceAck = 0;
    acknowledge(latestId);
  };
  const resumeAt = (sequenceId: number) => {
    if (sequenceId > nextId) {
      throw new ProtocolError(`The messages from ${nextId} to ${sequenceId - 1} never arrived`);
    }
    awaitsSequence = false;
    nextId = sequenceId;
  };

  return {
    /** Whether a message must be handled. A message that the client had to send again has already been handled. */
    shouldHandle(message: ClientMessage): boolean {
      if (message.kind === 'sequence') {
        resumeAt(message.sequenceId);
        return false;
      }
      if (!countedKinds.has(message.kind)) return true;
      if (awaitsSequence) return false;
      cancel ??= scheduler.after(ackMs, acknowledgeNow);
      const id = nextId;
      nextId += 1;
      if (id <= latestId) return false;
      latestId = id;
      return true;
    },
    addReceivedBytes(bytes: number) {
      bytesSinceAck += bytes;
      // A client stops sending when too many bytes are unacknowledged, by default 100 kB. The acknowledgment is
      // therefore sent without waiting for the timer.
      if (cancel && bytesSinceAck > ackBytes) acknowledgeNow();
    },
    /**
     * Must be called after another socket has taken over. Counted messages are then ignored until the client reports
     * the number at which it continues.
     */
    awaitSequence() {
      awaitsSequence = true;
    },
    stop,
  };
};
