import type { HubSocket } from './session/transport.ts';

/** A hub message in the JSON encoding. */
export interface JsonHubMessage {
  readonly type: number;
  readonly target?: string;
  readonly arguments?: readonly [Record<string, unknown>];
  readonly invocationId?: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly allowReconnect?: boolean;
}

/** A fake socket. The test acts as its peer, which may stop reading. */
export interface FakeHubSocket extends HubSocket {
  /** The number of written bytes that are unsent. */
  unsentBytes: number;
  /** The written frames, each as the list of records that it contains. */
  readonly frames: readonly (readonly JsonHubMessage[])[];
  readonly bytes: readonly Buffer[];
  readonly state: 'open' | 'closing' | 'terminated';
  /** Whether written bytes remain unsent. */
  isStalled: boolean;
  /** Whether the hub has stopped reading. */
  isPaused: boolean;
  /** Delivers a payload to the hub. Payloads may be split at any byte. */
  send(payload: string | Buffer): void;
  /** Simulates that the peer responds to the closing handshake or disconnects. */
  disconnect(): void;
}

export const createFakeHubSocket = (): FakeHubSocket => {
  const bytes: Buffer[] = [];
  let payloadListener = (_: Buffer) => {};
  let closeListener = () => {};
  let state: FakeHubSocket['state'] = 'open';
  const socket: FakeHubSocket = {
    unsentBytes: 0,
    getBufferedBytes() {
      return socket.unsentBytes;
    },
    isStalled: false,
    isPaused: false,
    bytes,
    get state() {
      return state;
    },
    get frames() {
      return bytes.map(parseRecords);
    },
    write(frame) {
      if (state !== 'open') return;
      bytes.push(frame);
      if (socket.isStalled) socket.unsentBytes += frame.length;
    },
    close() {
      state = 'closing';
    },
    pause() {
      socket.isPaused = true;
    },
    resume() {
      socket.isPaused = false;
    },
    terminate() {
      state = 'terminated';
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
  return socket;
};

const parseRecords = (frame: Buffer): JsonHubMessage[] => {
  const length = frame[1]!;
  const payload = frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10).toString();
  return payload
    .split('\x1e')
    .filter((record) => record !== '')
    .map((record) => JSON.parse(record) as JsonHubMessage);
};
