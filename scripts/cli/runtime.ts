import { randomUUID } from 'node:crypto';
import { createJournalFile } from '#runtime/journal/journal-file.ts';
import { connectToService } from '#runtime/link/remote/connect-to-service.ts';
import { openTransport } from '#runtime/link/remote/open-transport.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { getRuntimeCapabilities } from '#runtime/runtime-options.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { linkProtocols } from '#spec/runtime-link/link-settings.ts';
import { createEmbeddedRuntime } from '../../handlers/embedded-runtime.ts';
import { openSettings, watchSettings } from '../../handlers/security/settings-file.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { toUsageError } from './explain-user-error.ts';
import { locateSettingsFile } from './locate-settings-file.ts';
import { onShutdownRequest } from './on-shutdown-request.ts';
import { print, printError } from './output.ts';

interface RuntimeOptions {
  readonly version: string;
  readonly connect: string;
  readonly settingsFile?: string;
  readonly fps: number;
  readonly encoding: 'json' | 'messagepack';
  /** Path of the file for the runtime's journal. */
  readonly journal?: string;
  readonly json?: true;
}

/**
 * Runs a runtime that is connected to a service, until a signal ends it. A second signal ends the process at once.
 * @throws UsageError if the address is not valid, or the settings or the journal can't be used
 */
export const runRuntime = async (options: RuntimeOptions): Promise<void> => {
  try {
    await runWithOptions(options);
  } catch (failure) {
    throw toUsageError(failure);
  }
};

const runWithOptions = async (options: RuntimeOptions): Promise<void> => {
  const { version, connect: url, fps } = options;
  assertLinkUrl(url);
  const printStatus = (state: 'up' | 'down' | 'settings' | 'journal', text: string): void => {
    if (options.json) print(`${JSON.stringify({ state, text })}\n`);
    else printError(`scene-runtime: ${text}\n`);
  };
  const settingsFile = locateSettingsFile(options.settingsFile);
  let settings = await openSettings(settingsFile, { apiEnabled: true });
  const unwatch = watchSettings(
    settingsFile,
    (next) => {
      settings = next;
    },
    (failure) => printStatus('settings', String((failure as Error).message)),
  );
  const journal =
    options.journal === undefined
      ? undefined
      : await createJournalFile(options.journal, (failure) =>
          printStatus('journal', `the journal ends here: ${String(failure)}`),
        );
  const definitions = definitionsByEnumValue;
  const instance = randomUUID();
  const { runtime, close } = createEmbeddedRuntime({
    ...{ fps, journal, definitions },
    getSettings: () => settings,
    // The service's console also contains entries from earlier runtimes, so a prefix keeps the ids unique.
    entryPrefix: `${instance.slice(0, 8)}-`,
  });
  const disconnect = connectToService({
    openTransport,
    ...{ url, target: runtime, scheduler: systemScheduler },
    hello: {
      ...{ protocols: [...linkProtocols], name: 'scene-runtime', version, instance },
      ...{ stepsPerSecond: fps, encodings: [options.encoding], can: getRuntimeCapabilities(definitions) },
    },
    onConnected({ unknown = {} }) {
      const names = Object.values(unknown).flat();
      const note = names.length === 0 ? '' : `, which does not know, and ignores, ${names.join(', ')}`;
      printStatus('up', `connected to the service at ${url}${note}`);
    },
    onDisconnected: (reason) => printStatus('down', `no connection to the service: ${reason}`),
  });
  runtime.start();
  let isStopping = false;
  const shutDown = async (): Promise<void> => {
    if (isStopping) process.exit(exitCodes.failed);
    isStopping = true;
    unwatch();
    runtime.stop();
    disconnect();
    await close();
    process.exit(exitCodes.ok);
  };
  onShutdownRequest(() => void shutDown());
};

const assertLinkUrl = (url: string): void => {
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `'${url}' is not the address of a runtime link, such as ws://127.0.0.1:8787/runtime`,
    );
};
