/** The webhook listeners of a runtime (catalogue of actions: webhook; C-153). */
import { ApiError } from '#spec/errors.ts';
import { escapeWebhookPath, normalizeWebhookPath } from '../devices/webhooks/normalize-webhook-path.ts';
import type { WebhookMethod } from '#spec/actions/webhook.ts';
import type { WebhookDevice, WebhookDeviceEvent } from '../devices/webhooks/webhook-device-types.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';

const maxListeners = 100;

interface ListenRequest {
  /** The path in the spelling of its author. */
  readonly path: string;
  readonly methods: readonly WebhookMethod[];
  /** Undefined when requests need no secret. */
  readonly secret: string | undefined;
  /** The running graph with this listener; absent for listeners of clients. */
  readonly graphId?: string;
}

interface ListenerRecord {
  readonly listenerId: string;
  readonly path: string;
  readonly methods: readonly WebhookMethod[];
  /** The address for requests; null until the port is open. */
  readonly url: string | null;
  readonly isProtected: boolean;
  readonly graphId?: string;
}

export interface Webhooks {
  /**
   * Starts a listener that raises `webhook.received` for each request.
   * @returns the id, and a promise of the address, which resolves when the port is open
   * @throws ApiError ACTION_FAILED when the path is invalid or in use; the promise rejects with it when the port can't
   * be opened
   */
  listen(request: ListenRequest): { readonly listenerId: string; readonly url: Promise<string> };
  /**
   * Removes listeners of clients: all, or those that match all given fields.
   * @returns the number of removed ones
   * @throws ApiError ACTION_FAILED when one belongs to a graph
   */
  unlisten(which: { readonly listenerId?: string | undefined; readonly path?: string | undefined }): number;
  /** Removes the listener of a graph. */
  releaseGraphListener(listenerId: string): void;
  /** Lists all listeners, oldest first. */
  list(): readonly ListenerRecord[];
  onDeviceEvent(news: WebhookDeviceEvent): void;
  /** Returns the complete state as plain data, without secrets. */
  state(): unknown;
}

interface WebhooksOptions {
  readonly device: WebhookDevice;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
}

type WebhookListener = Omit<ListenerRecord, 'url'>;

const getGraphReference = ({ graphId }: WebhookListener): { readonly graphId?: string } =>
  graphId === undefined ? {} : { graphId };

export const createWebhooks = ({ device, raise, log }: WebhooksOptions): Webhooks => {
  const listeners = new Map<string, WebhookListener>();
  let origin: string | undefined;
  let made = 0;

  const addressOf = (path: string): string | null =>
    origin === undefined ? null : origin + escapeWebhookPath(path);

  const checkRoom = (path: string, methods: readonly WebhookMethod[]): void => {
    const other = [...listeners.values()].find(
      (listener) => listener.path === path && listener.methods.some((method) => methods.includes(method)),
    );
    if (other) {
      const whose = other.graphId === undefined ? other.listenerId : `the graph ${other.graphId}`;
      throw new ApiError('ACTION_FAILED', `The path '${path}' is already in use by ${whose}.`, {
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
    const isThere = listeners.delete(listenerId);
    if (listeners.size === 0) origin = undefined;
    if (isThere) device.removeListener(listenerId);
    return isThere;
  };

  const tell = (
    listener: WebhookListener | undefined,
    severity: 'warning' | 'error',
    message: string,
  ): void => log({ severity, message, ...(listener && getGraphReference(listener)) });

  const hear: Webhooks['onDeviceEvent'] = (news) => {
    switch (news.kind) {
      case 'opened':
        if (listeners.size > 0) origin = news.origin;
        return;
      case 'failed':
        for (const listenerId of news.listenerIds) {
          const listener = listeners.get(listenerId);
          listeners.delete(listenerId);
          if (listener) tell(listener, 'error', news.reason);
        }
        return;
      case 'refused': {
        const listener = news.listenerId === null ? undefined : listeners.get(news.listenerId);
        const where = listener ? `'${listener.path}'` : 'a webhook';
        const who =
          news.count === 1 ? `A request to ${where} was` : `${news.count} more requests to ${where} were`;
        tell(listener, 'warning', `${who} refused: ${news.reason}`);
        return;
      }
      case 'received': {
        const listener = listeners.get(news.listenerId);
        if (!listener) return;
        const { kind: _, query, ...request } = news;
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
    listen({ path: written, methods, secret, ...owner }) {
      const path = normalizeWebhookPath(written);
      checkRoom(path, methods);
      made += 1;
      const listenerId = `webhook-${made}`;
      listeners.set(listenerId, { listenerId, path, methods, isProtected: secret !== undefined, ...owner });
      const opened = device.addListener({ listenerId, path, methods, secret });
      return { listenerId, url: opened.then((at) => at + escapeWebhookPath(path)) };
    },
    unlisten({ listenerId, path }) {
      const wanted = path === undefined ? undefined : normalizeWebhookPath(path);
      const isMeant = (listener: WebhookListener): boolean =>
        (listenerId === undefined || listener.listenerId === listenerId) &&
        (wanted === undefined || listener.path === wanted);
      const meant = [...listeners.values()].filter(isMeant);
      const ofClients = meant.filter((listener) => listener.graphId === undefined);
      const ofGraph = meant.find((listener) => listener.graphId !== undefined);
      if (ofClients.length === 0 && ofGraph && (listenerId ?? path) !== undefined) {
        throw new ApiError(
          'ACTION_FAILED',
          `The graph ${ofGraph.graphId} listens to '${ofGraph.path}' as long as it runs.`,
          {
            parameter: listenerId === undefined ? 'path' : 'listenerId',
            expected: 'a listener of a client',
          },
        );
      }
      for (const listener of ofClients) remove(listener.listenerId);
      return ofClients.length;
    },
    releaseGraphListener: remove,
    list: () => [...listeners.values()].map((listener) => ({ ...listener, url: addressOf(listener.path) })),
    onDeviceEvent: hear,
    state: () => ({ listeners: [...listeners.values()], origin: origin ?? null, made }),
  };
};
