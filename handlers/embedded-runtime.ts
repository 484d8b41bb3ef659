import { createFilesDevice } from '#runtime/devices/files-device.ts';
import { createHttpDevice } from '#runtime/devices/http-device.ts';
import { createMidiDevice } from '#runtime/devices/midi/midi-device.ts';
import { createProcessDevice } from '#runtime/devices/processes/process-device.ts';
import { createStreamingDevice } from '#runtime/devices/streaming/streaming-device.ts';
import { createWebhookDevice } from '#runtime/devices/webhooks/webhook-device.ts';
import { createRecordedRuntime } from '#runtime/journal/record-runtime.ts';
import type { JournalFile } from '#runtime/journal/journal-file.ts';
import type { NodeDefinition } from '#runtime/nodes/dsl/define-node.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { createWorkerRenderer } from '#runtime/scene/rendering/worker-renderer.ts';
import type { Settings } from './security/settings.ts';

/**
 * Opens the devices of this machine.
 * @param getSettings returns the user's current settings
 */
export const openDevices = (getSettings: () => Settings) => {
  const http = createHttpDevice({ allowedHosts: () => getSettings().allowedHosts });
  const processes = createProcessDevice({
    allowedPrograms: () => getSettings().allowedPrograms,
    allowedVariables: () => getSettings().allowedProgramVariables,
    environment: process.env,
  });
  const midi = createMidiDevice();
  const webhooks = createWebhookDevice({ address: () => getSettings().webhooks });
  const streams = createStreamingDevice({ settings: () => getSettings().streaming });
  return {
    http,
    devices: { midi, processes, webhooks, streams },
    async close() {
      midi.close();
      await processes.close();
      await webhooks.close();
      await streams.close();
    },
  };
};

interface EmbeddedRuntimeOptions {
  /** Returns the user's current settings. */
  getSettings(): Settings;
  /** The number of fixed steps per second. */
  readonly fps: number;
  /** The journal in which the runtime's input is recorded. When absent, nothing is recorded. */
  readonly journal?: JournalFile | undefined;
  readonly definitions: ReadonlyMap<string, NodeDefinition>;
  /** The prefix of console entry ids, which distinguishes these entries from those of earlier runtimes. */
  readonly entryPrefix?: string;
}

/** A runtime that uses the devices of this machine. */
export const createEmbeddedRuntime = ({
  getSettings,
  fps,
  journal,
  definitions,
  entryPrefix,
}: EmbeddedRuntimeOptions) => {
  const { http, devices, close } = openDevices(getSettings);
  const pictures = createWorkerRenderer();
  const options = {
    ...{ fps, http, pictures, definitions, entryPrefix },
    now: (): Date => new Date(),
    devices,
    files: createFilesDevice(),
  };
  const recorded = journal && createRecordedRuntime(options, journal);
  return {
    runtime: recorded ?? createRuntime(options),
    /** Closes the devices and the journal. Call this method only after the runtime has been stopped. */
    async close() {
      await pictures.close();
      await close();
      recorded?.end();
      await journal?.close();
    },
  };
};
