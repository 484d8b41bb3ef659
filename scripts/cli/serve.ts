import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { projectFile } from '../../handlers/controller/projects/project.ts';
import { type RunningServer, startServer } from '../../handlers/start-server.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { UsageError } from './exit-codes.ts';
import { toUsageError } from './explain-user-error.ts';
import { renderBanner } from './startup-banner.ts';
import { assertProjectFolder } from './assert-project-folder.ts';
import { locateSettingsFile, describeUnusualName, getUserDataFolder } from './locate-settings-file.ts';
import { createProject } from './create-project.ts';
import { print } from './output.ts';

interface ServeOptions {
  readonly version: string;
  readonly port: number;
  readonly settingsFile?: string;
  /** Folder of the project to open, or `none` to open no project. */
  readonly project?: string;
  readonly runtime: 'embedded' | 'external' | 'none';
  readonly fps: number;
  /** Maximum number of hub clients. Overrides the settings file. */
  readonly hubConnections?: number;
  /** Path of the file for the runtime's journal. */
  readonly journal?: string;
  /** Whether to reject unknown fields and query parameters. */
  readonly strict?: true;
  /** Path prefix that a reverse proxy adds and strips. */
  readonly basePath?: string;
  /** Whether to accept listed machines during this run. Overrides the settings file. */
  readonly lan?: true;
  readonly lanPort?: number;
  /** Address of the NATS server that carries events to relays. */
  readonly nats?: string;
  readonly natsName: string;
  readonly logLevel: string;
  /** Maximum time in seconds for requests in flight to complete at shutdown. */
  readonly shutdownTimeout: number;
  readonly json?: true;
}

/**
 * Runs the service until a signal ends it.
 * @throws UsageError if the port is in use, or the settings, project or journal can't be used
 */
export const serve = async (options: ServeOptions): Promise<void> => {
  if (options.journal !== undefined && options.runtime !== 'embedded') {
    throw new UsageError(
      `--journal records the embedded runtime, and --runtime ${options.runtime} starts none. Omit one of the two options.`,
    );
  }
  const settingsFile = locateSettingsFile(options.settingsFile);
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: true }));
  const warning = describeUnusualName(settingsFile);
  if (warning !== undefined) log.warn(warning);
  try {
    const project =
      options.project === 'none' ? undefined : (options.project ?? (await prepareDemoProject()));
    if (project !== undefined) await assertProjectFolder(project);
    const hubLimits = options.hubConnections === undefined ? {} : { connections: options.hubConnections };
    const lan = options.lan || options.lanPort !== undefined ? { port: options.lanPort } : undefined;
    const relays = options.nats === undefined ? undefined : { url: options.nats, name: options.natsName };
    const server = await startServer({ ...options, hubLimits, settingsFile, project, log, lan, relays });
    print(
      options.json
        ? formatReadyLine(server, settingsFile)
        : renderBanner(server, { settingsFile, isDefaultFile: options.settingsFile === undefined, project }),
    );
    closeOnSignal(server, options.shutdownTimeout);
  } catch (failure) {
    throw toUsageError(failure, options);
  }
};

/** Creates the user's own copy of the demo project at the first start. Later starts open that copy again. */
const prepareDemoProject = async (): Promise<string> => {
  const copy = join(getUserDataFolder(), 'projects', 'demo');
  const exists = await access(join(copy, projectFile)).then(
    () => true,
    () => false,
  );
  if (!exists) await createProject(copy, 'demo');
  return copy;
};

const formatReadyLine = (
  { url, eventsUrl, runtimeUrl, service }: RunningServer,
  tokenFile: string,
): string => {
  const { lan } = service.network();
  const { pid } = process;
  return `${JSON.stringify({ url, eventsUrl, runtimeUrl, tokenFile, pid, ...(lan && { lan }) })}\n`;
};
