import type { ClientMessage, HubCodec } from '../protocol/hub-codec.ts';
import type { FairScheduler, FairTask } from './fair-scheduler.ts';

/** Decodes the bytes of one connection and hands its messages to the scheduler, in order. */
interface InboundReader {
  receive(payload: Buffer): void;
  /** Continues with another socket, and drops the incomplete message of the previous one. */
  restart(): void;
  /** Drops what is left: nothing more is handled. */
  stop(): void;
  /** Calls back when everything that arrived has been handled, immediately if it has. */
  whenIdle(run: () => void): void;
}

interface InboundReaderOptions {
  readonly codec: HubCodec;
  /** Largest message in bytes. */
  readonly maxMessageBytes: number;
  readonly fairScheduler: FairScheduler;
  handle(message: ClientMessage): void;
  /** A message that had to wait is handled now, so the client is not silent. */
  onDelayedMessage(): void;
  /** All messages of a payload have been handled. */
  onPayloadHandled(bytes: number): void;
  /** The bytes are invalid, or handling a message failed. Nothing more is handled. */
  onFailure(failure: unknown): void;
  /** Stops reading for now, and resumes it. */
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
