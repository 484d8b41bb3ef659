import type { Wire } from './protocol/wire.ts';

/** A hub message as JSON carries it. */
export interface WireMessage {
  readonly type: number;
  readonly target?: string;
  readonly arguments?: readonly [Record<string, unknown>];
  readonly invocationId?: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly allowReconnect?: boolean;
}

/** A wire whose other end is the test; its peer may stop reading. */
export interface FakeWire extends Wire {
  /** Bytes that stay unsent. */
  unsent: number;
  /** Frames written, each as the records it carries. */
  readonly frames: readonly (readonly WireMessage[])[];
  readonly bytes: readonly Buffer[];
  readonly ended: 'open' | 'closing' | 'terminated';
  /** Whether written bytes stay unsent. */
  stalled: boolean;
  /** Whether the hub takes nothing in. */
  paused: boolean;
  /** Takes a payload; as bytes, it may be cut anywhere. */
  send(payload: string | Buffer): void;
  /** The peer answers the closing handshake, or goes away. */
  disconnect(): void;
}

export const createFakeWire = (): FakeWire => {
  const bytes: Buffer[] = [];
  let payloadListener = (_: Buffer) => {};
  let closeListener = () => {};
  let ended: FakeWire['ended'] = 'open';
  const wire: FakeWire = {
    unsent: 0,
    buffered() {
      return wire.unsent;
    },
    stalled: false,
    paused: false,
    bytes,
    get ended() {
      return ended;
    },
    get frames() {
      return bytes.map(recordsOf);
    },
    write(frame) {
      if (ended !== 'open') return;
      bytes.push(frame);
      if (wire.stalled) wire.unsent += frame.length;
    },
    close() {
      ended = 'closing';
    },
    pause() {
      wire.paused = true;
    },
    resume() {
      wire.paused = false;
    },
    terminate() {
      ended = 'terminated';
      closeListener();
    },
    onPayload(listener) {
      payloadListener = listener;
    },
    onClose(listener) {
      closeListener = listener;
    },
    send: (payload) => payloadListener(typeof payload === 'string' ? Buffer.from(payload) : payload),
    disconnect: () => closeListener(),
  };
  return wire;
};

const recordsOf = (frame: Buffer): WireMessage[] => {
  const length = frame[1]!;
  const payload = frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10).toString();
  return payload
    .split('\x1e')
    .filter((record) => record !== '')
    .map((record) => JSON.parse(record) as WireMessage);
};
