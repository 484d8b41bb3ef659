import { readFile } from 'node:fs/promises';
import { connect, credsAuthenticator, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { NatsSettings } from '../../security/nats-settings.ts';
import { systemScheduler } from '../../scheduler.ts';
import type { OnCarrier } from '../carrier.ts';

export interface LineOptions {
  /** As the server tells others of this client. */
  readonly client: string;
  readonly url: string;
  readonly settings: NatsSettings;
  readonly onCarrier: OnCarrier;
  /** Called once when the server accepts connections from anybody who reaches it. */
  readonly onOpenToAnybody: () => void;
}

/** What the log says of a server that accepts connections from anybody. */
export const openToAnybody =
  'The NATS server asks for no credentials: anybody who reaches it can read tokens and forge events. Set a user, token or certificate on it.';

type OnUp = (connection: NatsConnection) => void;

/** A connection to a NATS server, which comes and goes. */
export interface Line {
  /** The connection, while there is one. */
  readonly up: NatsConnection | undefined;
  /** The largest message in bytes that it takes. */
  readonly largestMessage: number;
  /** Calls back with the connection, now or when it is there, and whenever it has come back. */
  onUp(run: OnUp): void;
  /** Hears the messages of a subject for as long as there is a line. */
  hear(subject: string, on: (message: Msg) => void): void;
  close(): Promise<void>;
}

/** What a NATS server takes in one message unless it says otherwise. */
const usualPayload = 1_048_576;
/** What the headers of a message take of it. */
const headerRoom = 512;
const retryMs = 500;
/** A first connection that takes longer than this is told to be away. */
const slowMs = 2_000;
const pingMs = 5_000;

/**
 * Connects for as long as it takes, and again whenever the connection is lost.
 * @throws the error of a credentials or certificate file that cannot be read
 */
export const openLine = async ({
  client,
  url,
  settings,
  onCarrier,
  onOpenToAnybody,
}: LineOptions): Promise<Line> => {
  const authority = await authorityOf(settings);
  const runs: OnUp[] = [];
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isClosed = false;
  let isReported = false;

  const comeUp = (open: NatsConnection): void => {
    isUp = true;
    onCarrier('up', open.getServer());
    if (!isReported && !open.info?.auth_required && !open.info?.tls_verify) {
      isReported = true;
      onOpenToAnybody();
    }
    for (const run of runs) run(open);
  };
  const watch = async (open: NatsConnection): Promise<void> => {
    for await (const { type } of open.status()) {
      if (isClosed) return;
      if (type === 'reconnect') comeUp(open);
      else if (type === 'disconnect' && isUp) {
        isUp = false;
        onCarrier('away', 'the connection was lost');
      }
    }
  };
  const cancelSlow = systemScheduler.after(slowMs, () => onCarrier('away', `${url} has not answered yet`));
  const opening = connect({
    ...{ servers: url, name: client, noRandomize: true },
    ...{ waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: retryMs },
    ignoreAuthErrorAbort: true,
    ...{ pingInterval: pingMs, maxPingOut: 2, ...authority },
  }).then((open) => {
    cancelSlow();
    if (isClosed) return open.close();
    connection = open;
    comeUp(open);
    return watch(open);
  });
  opening.catch((failure: Error) => onCarrier('away', failure.message));

  const onUp = (run: OnUp): void => {
    runs.push(run);
    if (isUp && connection) run(connection);
  };

  return {
    get up() {
      return isUp ? connection : undefined;
    },
    get largestMessage() {
      return (connection?.info?.max_payload ?? usualPayload) - headerRoom;
    },
    onUp,
    hear(subject, on) {
      // the client keeps a subscription from one connection to the next
      let isSubscribed = false;
      onUp((open) => {
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

const authorityOf = async (settings: NatsSettings) => {
  const { credentialsFile, user, password, token, caFile, certFile, keyFile } = settings;
  return {
    ...(credentialsFile !== undefined && {
      authenticator: credsAuthenticator(await readFile(credentialsFile)),
    }),
    ...(user !== undefined && { user, pass: password }),
    ...(token !== undefined && { token }),
    ...((caFile ?? certFile) !== undefined && { tls: { caFile, certFile, keyFile } }),
  };
};
