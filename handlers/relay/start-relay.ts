/** The composition root of a relay, which makes a service's hub and routes available to more clients. */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { hubPath } from '#spec/service-address.ts';
import { openNatsRelayBroker } from '../broker/nats/nats-relay-broker.ts';
import { hashToken, parseRelayMessage, type RelayedCall, ServiceState } from '../broker/relay-messages.ts';
import { createWorkerLayoutRunner } from '../controller/layout/worker-layout-runner.ts';
import { folderProjectStorage } from '../controller/projects/folder-project-storage.ts';
import { createFailureLog, type Log } from '../log.ts';
import { createNetworkServer, type NetworkServer } from '../network-server.ts';
import { type Call, createStreamError, type Reply } from '../pipeline/call.ts';
import { isReply, type Pipeline } from '../pipeline/pipeline.ts';
import { createAuthRateLimiter, type Security } from '../security/security.ts';
import { openSettings, watchSettings } from '../security/settings-file.ts';
import { NatsSettings, type Settings } from '../security/settings.ts';
import { createService } from '../service.ts';
import { createBuiltPageAssets } from '../viewers/built-page-assets.ts';
import { openRelayedHub, type RelayedHub } from './relayed-hub.ts';
import type { OnBrokerState, RelayBroker } from '../broker/broker.ts';
import type { HubLimits } from '../hub/hub-limits.ts';

interface RelayOptions {
  readonly version: string;
  /** The NATS server's URL. */
  readonly url: string;
  /** The service's name. */
  readonly name: string;
  /** The port; 0 picks a free one. */
  readonly port: number;
  readonly settingsFile: string;
  readonly hubLimits?: Partial<HubLimits> | undefined;
  readonly log: Log;
  readonly lan?: { readonly port?: number | undefined } | undefined;
  readonly onBrokerState: OnBrokerState;
}

interface RunningRelay extends Pick<NetworkServer, 'network'> {
  readonly url: string;
  readonly eventsUrl: string;
  /** What the relay currently waits for while it closes. */
  readonly pendingShutdownStep: string;
  /** Stops accepting connections, and answers pending requests before the deadline. */
  close(deadlineMs: number): Promise<object>;
}

/**
 * Starts a relay as soon as its service has published a state.
 * @throws SettingsError, or the error of `listen` (EADDRINUSE, EACCES)
 */
export const startRelay = async (options: RelayOptions): Promise<RunningRelay> => {
  const { version, name, settingsFile, log, port, lan, hubLimits, onBrokerState } = options;
  const settings = await openSettings(settingsFile, { apiEnabled: true });
  const broker = await openNatsRelayBroker({
    url: options.url,
    name,
    log,
    onBrokerState,
    settings: settings.nats ?? NatsSettings.parse({}),
  });
  const stateWatch = watchServiceState(broker);
  const state = await stateWatch.first;
  const security = createRelaySecurity(settings, settingsFile, state, Date.now);
  const onFailure = createFailureLog(log);
  const limits = { connections: settings.hubConnections, ...hubLimits };
  const hub = await openRelayedHub(
    { broker: broker, relayId: randomUUID(), scheduler: serviceScheduler },
    { limits, strict: state.strict, onFailure },
    state,
  );
  const service = createService({
    ...{ version, security, projectHome: folderProjectStorage, viewers: createBuiltPageAssets() },
    ...{ layouter: createWorkerLayoutRunner(), now: () => new Date(), strict: state.strict },
    network: () => server.network,
    hubFactory: () => hub,
    onFailure,
  });
  const server: NetworkServer = createNetworkServer({
    pipeline: createForwardingPipeline(service, hub.request),
    hub,
    security,
    log,
  });
  stateWatch.on((received) => {
    if (hub.applyServiceState(received)) security.applyServiceState(received);
  });
  const unwatch = watchSettings(settingsFile, security.applySettings, (failure) =>
    log.warn({ err: failure }, 'the settings file was not applied'),
  );
  const end = async (): Promise<void> => {
    unwatch();
    await broker.close();
    await service.controller.layouts.close();
  };
  const { url, eventsUrl } = await server.listen({ port, lan }).catch(async (failure) => {
    await hub.close('The relay could not start.');
    await end();
    throw failure;
  });
  return {
    url,
    eventsUrl,
    get network() {
      return server.network;
    },
    pendingShutdownStep: 'pending requests',
    async close(deadlineMs) {
      await Promise.all([server.close(deadlineMs), hub.close('The relay is shutting down.')]);
      await end();
      return {};
    },
  };
};

/**
 * Receives the states that services with this name publish. The first state of a running service resolves the promise.
 */
const watchServiceState = (broker: Pick<RelayBroker, 'subscribe'>) => {
  let handleState = (_: ServiceState): void => {};
  const first = new Promise<ServiceState>((resolve) => {
    handleState = (state) => {
      if (!state.ended) resolve(state);
    };
  });
  broker.subscribe('state', (text) => {
    const state = parseRelayMessage(ServiceState, text);
    if (state) handleState(state);
  });
  return {
    first,
    on(next: (state: ServiceState) => void) {
      handleState = next;
    },
  };
};

/**
 * Whether the relay serves a call itself. The relay serves pages and hub connections; the service answers all other
 * calls.
 */
const isServedLocally = ({ method, path }: Call): boolean =>
  path === `${hubPath}/negotiate` || (method === 'GET' && !path.startsWith('/api') && path !== '/mcp');

/**
 * Creates a pipeline that forwards calls to the service, except for the calls that the relay serves itself.
 * Unauthorized callers are rejected before anything is forwarded.
 */
const createForwardingPipeline = (localPipeline: Pipeline, sendRequest: RelayedHub['request']): Pipeline => {
  const relayed = async (call: Call): Promise<Reply> => {
    if (call.body && 'stream' in call.body) throw createStreamError('A file');
    const { head, body } = await sendRequest({ kind: 'call', call: toRelayedCall(call, call.body) });
    if (head.kind !== 'reply') throw new Error(`The response to a call was of the kind ${head.kind}.`);
    return { ...head, body: body.length > 0 ? body : undefined };
  };
  return {
    ...localPipeline,
    dispatch(call, routed) {
      if (isServedLocally(call)) return localPipeline.dispatch(call, routed);
      const authorized = routed ?? localPipeline.authorize(call);
      if (isReply(authorized)) return authorized;
      return relayed(call).catch((failure) => localPipeline.toErrorReply(failure, call));
    },
  };
};

const toRelayedCall = (
  { isLoopback, remoteListener, batch, editSource, acceptsBytes, body: _, ...call }: Call,
  body: { readonly text: string } | { readonly json: unknown } | undefined,
): RelayedCall => ({
  ...call,
  ...(body && { body: 'text' in body ? body.text : JSON.stringify(body.json) }),
});

/**
 * Decides who may call a relay. The relay's own settings determine who may connect, and the service determines which
 * tokens are valid.
 */
interface RelaySecurity extends Security {
  /** Applies a state that the service has published. */
  applyServiceState(state: ServiceState): void;
}

const createRelaySecurity = (
  fileSettings: Settings,
  settingsFile: string,
  received: ServiceState,
  now: () => number,
): RelaySecurity => {
  const listeners: (() => void)[] = [];
  let [file, service] = [fileSettings, received];
  let settings = mergeSettings(fileSettings, received);
  const change = (): void => {
    settings = mergeSettings(file, service);
    for (const listener of listeners) listener();
  };
  const createTokenCheck = (candidate: string | undefined): (() => boolean) => {
    const hash = candidate === undefined ? undefined : hashToken(candidate);
    let listWithHash: readonly string[] | undefined;
    return () => {
      if (hash === undefined) return false;
      if (listWithHash !== service.tokens && includesHash(hash, service.tokens))
        listWithHash = service.tokens;
      return listWithHash === service.tokens;
    };
  };
  return {
    get settings() {
      return settings;
    },
    settingsFile,
    tokens: [],
    isToken: (candidate) => createTokenCheck(candidate)(),
    createTokenCheck,
    authRateLimiter: createAuthRateLimiter(now),
    applySettings(next) {
      file = next;
      change();
    },
    applyServiceState(state) {
      const comparable = [state, service].map(({ seq, ...rest }) => JSON.stringify(rest));
      service = state;
      if (comparable[0] !== comparable[1]) change();
    },
    onChange: (listener) => void listeners.push(listener),
    rotateToken: () => Promise.reject(new Error('Rotate tokens at the service.')),
  };
};

const mergeSettings = (file: Settings, { apiEnabled, hubRequiresToken }: ServiceState): Settings => ({
  ...file,
  apiEnabled,
  hubRequiresToken: file.hubRequiresToken || hubRequiresToken,
});

/** Whether a list contains a hash. The check takes equally long, whichever hash matches. */
const includesHash = (hash: string, hashes: readonly string[]): boolean => {
  const bytes = Buffer.from(hash);
  return hashes.filter((candidate) => timingSafeEqual(Buffer.from(candidate), bytes)).length > 0;
};
