import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { projectFile } from '#runtime/controller/projects/project.ts';
import { type RunningServer, startServer } from '../../handlers/start-server.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { UsageError } from './exit-codes.ts';
import { toUsageError } from './to-usage-error.ts';
import { renderBanner } from './startup-banner.ts';
import { assertProjectFolder } from './assert-project-folder.ts';
import { locateSettingsFile, describeUnusualName, getUserDataFolder } from './locate-settings-file.ts';
import { createProject } from './create-project.ts';
import { print } from './output.ts';

interface ServeOptions {
  readonly version: string;
  readonly port: number;
  readonly settingsFile?: string;
  /** Folder of the project to open, or `none`. */
  readonly project?: string;
  readonly runtime: 'embedded' | 'external' | 'none';
  readonly fps: number;
  /** Clients that the hub serves at once; the settings file decides when absent. */
  readonly hubConnections?: number;
  /** File to keep a journal of the runtime in. */
  readonly journal?: string;
  /** Refuses fields and parameters that nothing reads. */
  readonly strict?: true;
  /** What a reverse proxy puts in front of every path. */
  readonly basePath?: string;
  /** Lets listed machines in for this run; the settings file decides when absent. */
  readonly lan?: true;
  readonly lanPort?: number;
  /** Address of a NATS server that carries events to relays. */
  readonly nats?: string;
  readonly natsName: string;
  readonly logLevel: string;
  /** Seconds that requests may take which came in before the end. */
  readonly shutdownTimeout: number;
  readonly json?: true;
}

/**
 * Serves until it is asked to end.
 * @throws UsageError for a port that is taken, or settings, a project or a journal that cannot be used
 */
export const serve = async (options: ServeOptions): Promise<void> => {
  if (options.journal !== undefined && options.runtime !== 'embedded') {
    throw new UsageError(
      `--journal records the embedded runtime; with --runtime ${options.runtime} there is none to record`,
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

/** The user's own copy of the demo project, made once, so that work in it survives. */
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
