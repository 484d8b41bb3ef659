import { readFile } from 'node:fs/promises';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { NatsSettings } from '../../security/nats-settings.ts';
import type { OnCarrier } from '../carrier.ts';

export interface LineOptions {
  /** As the server tells others of this client. */
  readonly client: string;
  readonly url: string;
  readonly settings: NatsSettings | undefined;
  readonly onCarrier: OnCarrier;
}

/** A connection to a NATS server, which comes and goes. */
interface Line {
  /** The connection, while there is one. */
  readonly up: NatsConnection | undefined;
  /** Calls back with the first connection, and whenever it has come back. */
  onUp(run: (connection: NatsConnection, isFirst: boolean) => void): void;
  close(): Promise<void>;
}

const retryMs = 500;
const pingMs = 5_000;

/**
 * Connects for as long as it takes, and again whenever the connection is lost.
 * @throws the error of a credentials or certificate file that cannot be read
 */
export const openLine = async ({ client, url, settings, onCarrier }: LineOptions): Promise<Line> => {
  const authority = await authorityOf(settings);
  const runs: ((connection: NatsConnection, isFirst: boolean) => void)[] = [];
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isClosed = false;

  const watch = async (open: NatsConnection): Promise<void> => {
    for await (const { type } of open.status()) {
      if (isClosed) return;
      if (type === 'reconnect') {
        isUp = true;
        onCarrier('up', open.getServer());
        for (const run of runs) run(open, false);
      } else if (type === 'disconnect' && isUp) {
        isUp = false;
        onCarrier('away', 'the connection was lost');
      }
    }
  };
  const opening = connect({
    ...{ servers: url, name: client, noRandomize: true },
    ...{ waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: retryMs },
    ...{ pingInterval: pingMs, maxPingOut: 2, ...authority },
  }).then((open) => {
    if (isClosed) return open.close();
    connection = open;
    isUp = true;
    onCarrier('up', open.getServer());
    for (const run of runs) run(open, true);
    return watch(open);
  });
  opening.catch((failure: Error) => onCarrier('away', failure.message));

  return {
    get up() {
      return isUp ? connection : undefined;
    },
    onUp(run) {
      runs.push(run);
      if (isUp && connection) run(connection, true);
    },
    async close() {
      isClosed = true;
      await (isUp ? connection?.drain() : connection?.close());
    },
  };
};

const authorityOf = async (settings: NatsSettings | undefined) => {
  if (!settings) return {};
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
