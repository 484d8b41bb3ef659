/** The webhook listeners of a runtime (catalogue of actions: webhook; C-153, C-154). */
import { ApiError } from '#spec/errors.ts';
import type { WebhookMethod } from '#spec/actions/webhook.ts';
import type { Json } from '#spec/values.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';

export interface WebhookListener {
  readonly listenerId: string;
  /** The path, normalized by `normalizeWebhookPath`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The secret that senders must know; `undefined` if no secret is required. */
  readonly secret: string | undefined;
}

/** How the body is represented as a value. */
export type BodyFormat = 'none' | 'json' | 'form' | 'text' | 'base64';

/**
 * An event that the webhook device reports. Declared as a type alias rather than an interface, so that it is assignable
 * to a JSON value.
 */
export type WebhookDeviceEvent =
  /** The port has been opened at this origin. */
  | { readonly kind: 'opened'; readonly origin: string }
  /** These listeners have failed, and are not retried. */
  | { readonly kind: 'failed'; readonly listenerIds: readonly string[]; readonly reason: string }
  | {
      readonly kind: 'received';
      readonly listenerId: string;
      readonly method: string;
      /** The headers keyed by name in lower case, without those that contain secrets. */
      readonly headers: { readonly [name: string]: string };
      /** The query parameters. The value of a repeated name is a list. */
      readonly query: { readonly [name: string]: string | readonly string[] };
      readonly bodyFormat: BodyFormat;
      readonly body: Json;
    }
  /** The number of requests that were rejected or incomplete since the last report. */
  | {
      readonly kind: 'refused';
      readonly listenerId: string | null;
      readonly reason: string;
      readonly count: number;
    };

export interface WebhookDevice {
  /**
   * Adds a listener for requests. The first listener opens the port.
   * @returns the origin to which requests must be sent
   * @throws ApiError ACTION_FAILED when the port can't be opened; an event also reports this failure
   */
  addListener(listener: WebhookListener): Promise<string>;
  /** Removes a listener. The port is closed when the last listener is removed. */
  removeListener(listenerId: string): void;
  /**
   * Registers the function that receives the device's events.
   * @param notify the function to call with each event; it is never called during a tick
   */
  onEvent(notify: (event: WebhookDeviceEvent) => void): void;
  close(): Promise<void>;
}

/** The default device, which accepts no webhooks. */
export const noWebhooks: WebhookDevice = {
  async addListener() {
    throw new ApiError('ACTION_FAILED', 'This runtime accepts no webhooks.');
  },
  removeListener() {},
  onEvent() {},
  async close() {},
};

const maxListeners = 100;

interface ListenRequest {
  /** The path in the spelling that its author used. */
  readonly path: string;
  readonly methods: readonly WebhookMethod[];
  /** The secret that requests must contain; `undefined` when requests need no secret. */
  readonly secret: string | undefined;
  /** The running graph that owns the listener; absent for listeners of clients. */
  readonly graphId?: string;
}

interface ListenerRecord {
  readonly listenerId: string;
  readonly path: string;
  readonly methods: readonly WebhookMethod[];
  /** The address to which requests are sent; `null` until the port is open. */
  readonly url: string | null;
  readonly isProtected: boolean;
  readonly graphId?: string;
}

interface WebhooksOptions {
  readonly device: WebhookDevice;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
}

type ListenerState = Omit<ListenerRecord, 'url'>;

const getGraphReference = ({ graphId }: ListenerState): { readonly graphId?: string } =>
  graphId === undefined ? {} : { graphId };

export const createWebhooks = ({ device, raise, log }: WebhooksOptions) => {
  const listeners = new Map<string, ListenerState>();
  let origin: string | undefined;
  let listenerCount = 0;

  const getAddress = (path: string): string | null =>
    origin === undefined ? null : origin + escapeWebhookPath(path);

  const checkAvailable = (path: string, methods: readonly WebhookMethod[]): void => {
    const existing = [...listeners.values()].find(
      (listener) => listener.path === path && listener.methods.some((method) => methods.includes(method)),
    );
    if (existing) {
      const owner = existing.graphId === undefined ? existing.listenerId : `the graph ${existing.graphId}`;
      throw new ApiError('ACTION_FAILED', `The path '${path}' is already in use by ${owner}.`, {
        parameter: 'path',
        expected: 'a path and methods without a listener',
      });
    }
    if (listeners.size < maxListeners) return;
    throw new ApiError(
      'ACTION_FAILED',
      `There are already ${maxListeners} webhook listeners; remove one with webhook.unlisten first.`,
    );
  };

  const remove = (listenerId: string): boolean => {
    const wasPresent = listeners.delete(listenerId);
    if (listeners.size === 0) origin = undefined;
    if (wasPresent) device.removeListener(listenerId);
    return wasPresent;
  };

  const report = (
    listener: ListenerState | undefined,
    severity: 'warning' | 'error',
    message: string,
  ): void => log({ severity, message, ...(listener && getGraphReference(listener)) });

  const handleEvent = (event: WebhookDeviceEvent): void => {
    switch (event.kind) {
      case 'opened':
        if (listeners.size > 0) origin = event.origin;
        return;
      case 'failed':
        for (const listenerId of event.listenerIds) {
          const listener = listeners.get(listenerId);
          listeners.delete(listenerId);
          if (listener) report(listener, 'error', event.reason);
        }
        return;
      case 'refused': {
        const listener = event.listenerId === null ? undefined : listeners.get(event.listenerId);
        const description = listener ? `'${listener.path}'` : 'a webhook';
        const subject =
          event.count === 1
            ? `A request to ${description} was`
            : `${event.count} more requests to ${description} were`;
        report(listener, 'warning', `${subject} refused: ${event.reason}`);
        return;
      }
      case 'received': {
        const listener = listeners.get(event.listenerId);
        if (!listener) return;
        const { kind: _, query, ...request } = event;
        raise('webhook.received', {
          ...request,
          ...getGraphReference(listener),
          path: listener.path,
          query: query as Record<string, string | string[]>,
        });
      }
    }
  };

  return {
    /**
     * Starts a listener that raises `webhook.received` for each request.
     * @returns the id, and a promise of the address, which resolves when the port is open and rejects with ACTION_FAILED
     * when the port can't be opened
     * @throws ApiError ACTION_FAILED when the path is invalid or already in use
     */
    listen({ path: rawPath, methods, secret, ...owner }: ListenRequest): {
      readonly listenerId: string;
      readonly url: Promise<string>;
    } {
      const path = normalizeWebhookPath(rawPath);
      checkAvailable(path, methods);
      listenerCount += 1;
      const listenerId = `webhook-${listenerCount}`;
      listeners.set(listenerId, { listenerId, path, methods, isProtected: secret !== undefined, ...owner });
      const openedOrigin = device.addListener({ listenerId, path, methods, secret });
      return { listenerId, url: openedOrigin.then((base) => base + escapeWebhookPath(path)) };
    },
    /**
     * Removes listeners of clients: all of them, or those that match all given fields.
     * @returns the number of listeners that were removed
     * @throws ApiError ACTION_FAILED when a matching listener belongs to a graph
     */
    unlisten({
      listenerId,
      path,
    }: {
      readonly listenerId?: string | undefined;
      readonly path?: string | undefined;
    }): number {
      const requestedPath = path === undefined ? undefined : normalizeWebhookPath(path);
      const isMatch = (listener: ListenerState): boolean =>
        (listenerId === undefined || listener.listenerId === listenerId) &&
        (requestedPath === undefined || listener.path === requestedPath);
      const matching = [...listeners.values()].filter(isMatch);
      const clientListeners = matching.filter((listener) => listener.graphId === undefined);
      const graphListener = matching.find((listener) => listener.graphId !== undefined);
      if (clientListeners.length === 0 && graphListener && (listenerId ?? path) !== undefined) {
        throw new ApiError(
          'ACTION_FAILED',
          `The graph ${graphListener.graphId} listens to '${graphListener.path}' as long as it runs.`,
          {
            parameter: listenerId === undefined ? 'path' : 'listenerId',
            expected: 'a listener of a client',
          },
        );
      }
      for (const listener of clientListeners) remove(listener.listenerId);
      return clientListeners.length;
    },
    releaseGraphListener: remove,
    /** Returns all listeners, oldest first. */
    list: (): readonly ListenerRecord[] =>
      [...listeners.values()].map((listener) => ({ ...listener, url: getAddress(listener.path) })),
    onDeviceEvent: handleEvent,
    /** Returns the complete state as plain data, without secrets. */
    state: (): unknown => ({
      listeners: [...listeners.values()],
      origin: origin ?? null,
      made: listenerCount,
    }),
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;

const maxPathLength = 200;

/** Matches names without control characters, lone surrogates and characters that have a special meaning in URLs. */
const pathNamePattern = /^[^\p{C}%?#\\/]+$/u;

const splitPath = (path: string): string[] => path.split('/').filter((name) => name !== '');

const joinPath = (names: readonly string[]): string => `/${names.join('/').normalize()}`;

/**
 * Normalizes a path written by an author, such as `orders/new`.
 * @param text the path
 * @returns the path with one slash before each name
 * @throws ApiError ACTION_FAILED when no request could have this path
 */
const normalizeWebhookPath = (text: string): string => {
  const names = splitPath(text);
  const hasValidNames = names.every((name) => pathNamePattern.test(name) && name !== '.' && name !== '..');
  if (text.length > 0 && text.length <= maxPathLength && hasValidNames) return joinPath(names);
  const description =
    text.length > maxPathLength ? `A path of ${text.length} characters` : `The path '${text}'`;
  throw new ApiError('ACTION_FAILED', `${description} is not valid for a webhook.`, {
    parameter: 'path',
    expected: `names with slashes between them, ${maxPathLength} characters at most, written without escapes`,
  });
};

/** Normalizes the path of a request. Returns `undefined` if the path isn't valid for a webhook. */
export const parseRequestPath = (raw: string): string | undefined => {
  try {
    const names = splitPath(raw).map(decodeURIComponent);
    return names.every((name) => pathNamePattern.test(name)) ? joinPath(names) : undefined;
  } catch {
    return undefined;
  }
};

const escapeWebhookPath = (path: string): string => `/${splitPath(path).map(encodeURIComponent).join('/')}`;
