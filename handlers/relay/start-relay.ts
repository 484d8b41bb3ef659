/** The composition root of a relay, which makes a service's hub and routes available to more clients. */
import { randomUUID } from 'node:crypto';
import { createWorkerLayoutRunner } from '../controller/layout/worker-layout-runner.ts';
import { folderProjectStorage } from '../controller/projects/folder-project-storage.ts';
import type { OnBrokerState, RelayBroker } from '../broker/broker.ts';
import { ServiceState } from '../broker/relay-messages.ts';
import { parseRelayMessage } from '../broker/parse-relay-message.ts';
import { openNatsRelayBroker } from '../broker/nats/nats-relay-broker.ts';
import { createNetworkServer, type NetworkServer } from '../network-server.ts';
import type { HubLimits } from '../hub/hub-limits.ts';
import { type Log, toPrintablePath } from '../log.ts';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { watchSettings } from '../security/watch-settings.ts';
import { NatsSettings } from '../security/nats-settings.ts';
import { openSettings } from '../security/settings-file.ts';
import { createService } from '../service.ts';
import { createBuiltPageAssets } from '../viewers/built-page-assets.ts';
import { createRelaySecurity } from './relay-security.ts';
import { createForwardingPipeline } from './forwarding-pipeline.ts';
import { openRelayedHub } from './relayed-hub.ts';

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
  const onFailure = (failure: unknown): void => log.error({ err: failure }, 'a call failed');
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
    onFailure: (failure, call) =>
      log.error(
        { err: failure, method: call?.method, path: call && toPrintablePath(call.path) },
        'a call failed',
      ),
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
