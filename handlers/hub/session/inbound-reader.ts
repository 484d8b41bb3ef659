import type { ClientMessage, HubCodec } from '../protocol/hub-codec.ts';
import type { FairScheduler, FairTask } from './fair-scheduler.ts';

/** What comes in on one connection, on its way to be handled message by message, in order. */
interface InboundReader {
  receive(payload: Buffer): void;
  /** Goes on with the bytes of another socket; what is left of the one before is forgotten. */
  restart(): void;
  /** Forgets what is left: nothing more is handled. */
  stop(): void;
  /** Calls back when everything that came in has been handled, at once if it has. */
  whenIdle(run: () => void): void;
}

interface InboundReaderOptions {
  readonly codec: HubCodec;
  /** Largest message in bytes. */
  readonly maxMessageBytes: number;
  readonly fairScheduler: FairScheduler;
  handle(message: ClientMessage): void;
  /** The turn of something that had to wait has come: its client is not silent. */
  onDelayedMessage(): void;
  /** All messages of a payload have been handled. */
  onPayloadHandled(bytes: number): void;
  /** The bytes make no sense, or handling a message failed; nothing more is handled. */
  onFailure(failure: unknown): void;
  /** No more is to come in for now, and then again. */
  pause(): void;
  resume(): void;
}

export const createInboundReader = (parts: InboundReaderOptions): InboundReader => {
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
  } = parts;
  let decode = codec.createDecoder(maxMessageBytes);
  let payloads: Buffer[] = [];
  let reading: Iterator<ClientMessage> | undefined;
  let isPaused = false;
  let whenDone: (() => void) | undefined;

  const stop = () => {
    payloads = [];
    reading = undefined;
  };
  const next = (): ClientMessage | undefined => {
    for (let payload = payloads[0]; payload; payload = payloads[0]) {
      reading ??= decode(payload)[Symbol.iterator]();
      const { done, value } = reading.next();
      if (!done) return value;
      reading = undefined;
      payloads.shift();
      onPayloadHandled(payload.length);
    }
    return undefined;
  };

  const worker: FairTask = {
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
      fairScheduler.schedule(worker);
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
