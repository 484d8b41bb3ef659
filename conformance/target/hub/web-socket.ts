import { WebSocket } from 'ws';
import { createPinnedAgent } from '../http/pinned-agent.ts';

/** The parts of a WebSocket that the hub client needs. Messages that arrive before `onMessage` is set are buffered. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
  onMessage(listener: (text: string) => void): void;
  /** Resolves with the reason as soon as either side closes the socket. */
  readonly closed: Promise<string>;
}

type SocketAttempt =
  | { readonly ok: true; readonly socket: TextSocket }
  | { readonly ok: false; readonly status: number | undefined; readonly reason: string };

/** Opens a WebSocket with exactly the given headers. Never rejects. */
export const openSocket = (
  url: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
  fingerprint?: string,
): Promise<SocketAttempt> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: timeoutMs,
      ...(url.startsWith('wss:') && { agent: createPinnedAgent(fingerprint, timeoutMs) }),
      perMessageDeflate: false,
    });
    const waiting: string[] = [];
    let listener = (text: string): void => void waiting.push(text);
    const closed = new Promise<string>((resolveClosed) => {
      socket.once('close', (code, reason) =>
        resolveClosed(`closed with ${code} ${reason.toString()}`.trim()),
      );
    });
    const fail = (reason: string, status?: number): void => resolve({ ok: false, status, reason });

    socket.on('message', (data) => listener(data.toString()));
    socket.on('error', (error) => fail(error.message));
    socket.once('unexpected-response', (request, response) => {
      fail(`the upgrade was answered with ${response.statusCode}`, response.statusCode);
      response.resume();
      request.destroy();
    });
    socket.once('open', () =>
      resolve({
        ok: true,
        socket: {
          send: (text) => {
            if (socket.readyState === WebSocket.OPEN) socket.send(text);
          },
          close: () => socket.close(),
          onMessage(next) {
            listener = next;
            for (const text of waiting.splice(0)) next(text);
          },
          closed,
        },
      }),
    );
  });
