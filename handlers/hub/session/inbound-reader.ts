import type { ClientMessage, HubCodec } from '../protocol/hub-codec.ts';
import type { FairScheduler, FairTask } from './fair-scheduler.ts';

/** Decodes the bytes from one connection, and passes its messages to the scheduler in order. */
interface InboundReader {
  receive(payload: Buffer): void;
  /** Continues with another socket, and drops the incomplete message from the previous socket. */
  restart(): void;
  /** Drops all pending input. Nothing is handled after this call. */
  stop(): void;
  /** Calls `run` when everything that has arrived has been handled, or immediately if nothing is pending. */
  whenIdle(run: () => void): void;
}

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

export const createInboundReader = (options: InboundReaderOptions): InboundReader => {
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
    receive(payload) {
      payloads.push(payload);
      fairScheduler.schedule(task);
    },
    restart() {
      stop();
      decode = codec.createDecoder(maxMessageBytes);
      if (isPaused) pause();
    },
    stop,
    whenIdle(run) {
      if (isPaused) whenDone = run;
      else run();
    },
  };
};
