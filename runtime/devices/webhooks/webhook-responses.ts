import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookDeviceEvent } from '../../integrations/webhooks.ts';

interface WebhookResponse {
  readonly status: number;
  readonly content: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The maximum number of bytes to read from a request after its response was sent. */
const maxUnreadBytes = 16 << 20;

/**
 * Sends a response, and then closes the connection.
 * @param lingerMs the time in milliseconds for which the rest of the request is read
 */
export const sendResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, content, headers = {} }: WebhookResponse,
  lingerMs: number,
): void => {
  const text = JSON.stringify(content);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    Connection: 'close',
  });
  if (request.complete) {
    response.end(text);
    return;
  }
  response.write(text);
  drainRequest(request, response, lingerMs);
};

/**
 * Reads the rest of a request. If the connection were closed while the client is still sending, the client might not
 * receive the response.
 */
const drainRequest = (request: IncomingMessage, response: ServerResponse, timeoutMs: number): void => {
  let remaining = maxUnreadBytes;
  const end = (): void => void response.end();
  const timer = setTimeout(end, timeoutMs);
  request.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) end();
  });
  request.once('end', end);
  response.once('close', () => clearTimeout(timer));
  request.resume();
};

/**
 * Creates a reporter for rejected requests.
 * @param intervalMs the interval in milliseconds between two reports about requests that were rejected for the same
 * reason
 */
export const createRejectionReporter = (notify: (event: WebhookDeviceEvent) => void, intervalMs: number) => {
  const entries = new Map<string, { count: number; readonly timer: NodeJS.Timeout }>();

  return {
    /**
     * Reports rejected requests. The first request of each kind is reported immediately, and the number of further
     * requests periodically.
     */
    add(listenerId: string | null, reason: string) {
      const key = JSON.stringify([listenerId, reason]);
      const existing = entries.get(key);
      if (existing) {
        existing.count += 1;
        return;
      }
      notify({ kind: 'refused', listenerId, reason, count: 1 });
      const entry = {
        count: 0,
        timer: setInterval(() => {
          const { count } = entry;
          entry.count = 0;
          if (count > 0) return notify({ kind: 'refused', listenerId, reason, count });
          clearInterval(entry.timer);
          entries.delete(key);
        }, intervalMs).unref(),
      };
      entries.set(key, entry);
    },
    end() {
      for (const { timer } of entries.values()) clearInterval(timer);
      entries.clear();
    },
  };
};

/** The minimum number of bytes that are counted for a request, even if the request is shorter. */
const minRequestBytes = 4 * 1024;

/** Creates a limiter for the bytes per second of all senders together. */
export const createByteRateLimiter = (perSecond: number, now: () => number) => {
  let windowStart = Number.NEGATIVE_INFINITY;
  let remaining = 0;
  return {
    /** Reserves bytes. Returns false if too few bytes are left in the current second. */
    tryTake(bytes: number): boolean {
      const elapsed = now() - windowStart;
      if (elapsed >= 1_000 || elapsed < 0) {
        windowStart = now();
        remaining = perSecond;
      }
      const cost = Math.max(minRequestBytes, bytes);
      if (cost > remaining) return false;
      remaining -= cost;
      return true;
    },
  };
};
