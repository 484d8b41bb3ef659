import type { ClientMessage, HubCodec } from '../protocol/codec.ts';
import type { Rota, Worker } from './rota.ts';

/** What comes in on one connection, on its way to be handled message by message, in order. */
interface Intake {
  take(payload: Buffer): void;
  /** Goes on with the bytes of another socket; what is left of the one before is forgotten. */
  restart(): void;
  /** Forgets what is left: nothing more is handled. */
  stop(): void;
  /** Calls back when everything that came in has been handled, at once if it has. */
  whenDone(run: () => void): void;
}

interface IntakeParts {
  readonly codec: HubCodec;
  /** Largest message in bytes. */
  readonly limit: number;
  readonly rota: Rota;
  handle(message: ClientMessage): void;
  /** The turn of something that had to wait has come: its client is not silent. */
  waited(): void;
  /** All messages of a payload have been handled. */
  took(bytes: number): void;
  /** The bytes make no sense, or handling a message failed; nothing more is handled. */
  failed(failure: unknown): void;
  /** No more is to come in for now, and then again. */
  pause(): void;
  resume(): void;
}

export const createIntake = (parts: IntakeParts): Intake => {
  const { codec, limit, rota, handle, waited, took, failed, pause, resume } = parts;
  let decode = codec.decoder(limit);
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
      took(payload.length);
    }
    return undefined;
  };

  const worker: Worker = {
    step() {
      if (isPaused) waited();
      try {
        const message = next();
        if (message) handle(message);
        return message !== undefined;
      } catch (failure) {
        stop();
        failed(failure);
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
    take(payload) {
      payloads.push(payload);
      rota.serve(worker);
    },
    restart() {
      stop();
      decode = codec.decoder(limit);
      if (isPaused) pause();
    },
    stop,
    whenDone(run) {
      if (isPaused) whenDone = run;
      else run();
    },
  };
};
