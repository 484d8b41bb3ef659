import { readFile } from 'node:fs/promises';
import { connect, credsAuthenticator, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import type { NatsSettings } from '../../security/settings.ts';
import type { OnBrokerState } from '../broker.ts';

/** @param name the name of the service, which consists of letters, digits, - and _ */
export const createSubjects = (name: string) => {
  const prefix = `scene-runtime.${name}`;
  return {
    stream: `scene-runtime-${name}`,
    /** The subject for the events of all runs. */
    events: `${prefix}.events.*`,
    getRunEvents: (streamId: string): string => `${prefix}.events.${streamId}`,
    state: `${prefix}.state`,
    interest: `${prefix}.interest`,
    /**
     * Returns the subject for requests to one run. Other runs don't receive these requests, even if their service has
     * the same name.
     */
    getRunRequests: (streamId: string): string => `${prefix}.ask.${streamId}`,
  };
};

/** The subjects that a service and its relays share, derived from the name of the service. */
export type Subjects = ReturnType<typeof createSubjects>;

export interface NatsClientOptions {
  /** The name of this client that the server displays. */
  readonly clientName: string;
  readonly url: string;
  readonly settings: NatsSettings;
  readonly onBrokerState: OnBrokerState;
  /** Called once if the server accepts connections without credentials. */
  readonly onMissingAuthentication: () => void;
}

/** A warning that the server accepts connections without credentials. */
export const missingAuthenticationWarning =
  'The NATS server asks for no credentials: anybody who reaches it can read tokens and forge events. Set a user, token or certificate on it.';

type ConnectedListener = (connection: NatsConnection) => void;

/** A connection to a NATS server. Whenever the connection is lost, the client restores it. */
export interface NatsClient {
  /** The current connection; `undefined` while the client is disconnected. */
  readonly connection: NatsConnection | undefined;
  /** The maximum size in bytes of a message that the server accepts. */
  readonly maxMessageBytes: number;
  /**
   * Calls the listener with the connection as soon as the client is connected, and again whenever the connection is
   * restored.
   */
  onConnected(run: ConnectedListener): void;
  /** Receives the messages of a subject while the client is connected. */
  subscribe(subject: string, on: (message: Msg) => void): void;
  close(): Promise<void>;
}

/** A NATS server's default limit for the size of a message. */
const defaultMaxPayloadBytes = 1_048_576;
/** Bytes that are reserved for the headers of each message. */
const reservedHeaderBytes = 512;
const retryMs = 500;
/** A first connection attempt that takes longer than this is reported as disconnected. */
const slowConnectMs = 2_000;
const pingMs = 5_000;

/**
 * Connects to the server, however long this takes, and reconnects whenever the connection is lost.
 * @throws Error if a credentials or certificate file can't be read
 */
export const openNatsClient = async ({
  clientName,
  url,
  settings,
  onBrokerState,
  onMissingAuthentication,
}: NatsClientOptions): Promise<NatsClient> => {
  const connectionAuth = await toConnectionAuth(settings);
  const listeners: ConnectedListener[] = [];
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isClosed = false;
  let isReported = false;

  const handleConnected = (open: NatsConnection): void => {
    isUp = true;
    onBrokerState('up', open.getServer());
    if (!isReported && !open.info?.auth_required && !open.info?.tls_verify) {
      isReported = true;
      onMissingAuthentication();
    }
    for (const run of listeners) run(open);
  };
  const watch = async (open: NatsConnection): Promise<void> => {
    for await (const { type } of open.status()) {
      if (isClosed) return;
      if (type === 'reconnect') handleConnected(open);
      else if (type === 'disconnect' && isUp) {
        isUp = false;
        onBrokerState('away', 'the connection was lost');
      }
    }
  };
  const cancelSlow = serviceScheduler.after(slowConnectMs, () =>
    onBrokerState('away', `${url} has not answered yet`),
  );
  const opening = connect({
    ...{ servers: url, name: clientName, noRandomize: true },
    ...{ waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: retryMs },
    ignoreAuthErrorAbort: true,
    ...{ pingInterval: pingMs, maxPingOut: 2, ...connectionAuth },
  }).then((open) => {
    cancelSlow();
    if (isClosed) return open.close();
    connection = open;
    handleConnected(open);
    return watch(open);
  });
  opening.catch((failure: Error) => onBrokerState('away', failure.message));

  const addConnectedListener = (run: ConnectedListener): void => {
    listeners.push(run);
    if (isUp && connection) run(connection);
  };

  return {
    get connection() {
      return isUp ? connection : undefined;
    },
    get maxMessageBytes() {
      return (connection?.info?.max_payload ?? defaultMaxPayloadBytes) - reservedHeaderBytes;
    },
    onConnected: addConnectedListener,
    subscribe(subject, on) {
      // The NATS client restores subscriptions when it reconnects, so each subscription is made only once.
      let isSubscribed = false;
      addConnectedListener((open) => {
        if (isSubscribed) return;
        isSubscribed = true;
        open.subscribe(subject, { callback: (_, message) => on(message) });
      });
    },
    async close() {
      isClosed = true;
      cancelSlow();
      await (isUp ? connection?.drain() : connection?.close());
    },
  };
};

const toConnectionAuth = async (settings: NatsSettings) => {
  const { credentialsFile, user, password, token, caFile, certFile, keyFile } = settings;
  return {
    ...(credentialsFile !== undefined && {
      authenticator: credsAuthenticator(await readFile(credentialsFile)),
    }),
    ...(user !== undefined && { user, ...(password !== undefined && { pass: password }) }),
    ...(token !== undefined && { token }),
    ...((caFile ?? certFile) !== undefined && {
      tls: {
        ...(caFile !== undefined && { caFile }),
        ...(certFile !== undefined && { certFile }),
        ...(keyFile !== undefined && { keyFile }),
      },
    }),
  };
};
