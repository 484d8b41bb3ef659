import { pino } from 'pino';
import { startRelay } from '../../handlers/relay/start-relay.ts';
import { toUsageError } from './explain-user-error.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { print, printError } from './output.ts';
import { locateSettingsFile } from './locate-settings-file.ts';

interface RelayOptions {
  readonly version: string;
  readonly nats: string;
  readonly name: string;
  readonly port: number;
  readonly settingsFile?: string;
  readonly hubConnections?: number;
  readonly lan?: true;
  readonly lanPort?: number;
  readonly logLevel: string;
  readonly shutdownTimeout: number;
  readonly json?: true;
}

/**
 * Relays a service's hub over a NATS server until a signal ends the relay.
 * @throws UsageError if the port is in use, or the settings can't be used
 */
export const serveRelay = async (options: RelayOptions): Promise<void> => {
  const { version, nats, name, port } = options;
  const settingsFile = locateSettingsFile(options.settingsFile);
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: true }));
  const printStatus = (text: string): void => printError(`scene-runtime: ${text}\n`);
  const hubLimits = options.hubConnections === undefined ? {} : { connections: options.hubConnections };
  const lan = options.lan || options.lanPort !== undefined ? { port: options.lanPort } : undefined;
  printStatus(`waiting for the service '${name}' on ${nats}`);
  try {
    const running = await startRelay({
      ...{ version, url: nats, name, port, settingsFile, hubLimits, log, lan },
      onBrokerState: (state, detail) =>
        printStatus(
          state === 'up'
            ? `connected to the NATS server ${detail}`
            : `no connection to the NATS server: ${detail}`,
        ),
    });
    const { url, eventsUrl, network } = running;
    const { pid } = process;
    const readyMessage = { url, eventsUrl, pid, ...(network.lan && { lan: network.lan }) };
    print(
      options.json
        ? `${JSON.stringify(readyMessage)}\n`
        : `\nRelay of '${name}'\n\n  API  ${url}\n  Hub  ${eventsUrl}\n`,
    );
    closeOnSignal(running, options.shutdownTimeout);
  } catch (failure) {
    throw toUsageError(failure, { port });
  }
};
