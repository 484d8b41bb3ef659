import { access, constants, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { projectFile } from '../../handlers/controller/projects/project.ts';
import { type RunningServer, startServer } from '../../handlers/start-server.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { createProject } from './create-project.ts';
import { describeFileError } from './describe-file-error.ts';
import { UsageError } from './exit-codes.ts';
import { toUsageError } from './explain-user-error.ts';
import { quoteShellPath } from './init.ts';
import { describeUnusualName, getUserDataFolder, locateSettingsFile } from './locate-settings-file.ts';
import { print } from './output.ts';
import type { NetworkState } from '#spec/rest/security.ts';

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

interface BannerOptions {
  /** Absolute path of the settings file. */
  readonly settingsFile: string;
  /** Whether other commands find the settings file without an option. */
  readonly isDefaultFile: boolean;
  /** Folder of the open project, or `undefined` if no project is open. */
  readonly project: string | undefined;
}

/** Renders the banner. The commands that it shows can be pasted into a shell unchanged. */
const renderBanner = (
  { url, eventsUrl, runtimeUrl, service }: RunningServer,
  { settingsFile, isDefaultFile, project }: BannerOptions,
): string => {
  const { apiToken, apiEnabled } = service.security.settings;
  const settings = isDefaultFile ? '' : ` --settings-file ${quoteShellPath(settingsFile)}`;
  const runtime = `waiting at ${runtimeUrl}. For the runtime of this package: npx scene-runtime runtime --connect ${runtimeUrl}${settings}`;
  return `
Scene Runtime Control API

  Live     ${url}/live#token=${apiToken}
  API      ${url}
  Hub      ${eventsUrl}${runtimeUrl === undefined ? '' : `\n  Runtime  ${runtime}`}
  Token    apiToken in ${settingsFile}
  Project  ${project === undefined ? 'none is open' : resolve(project)}
  Switch   the external API is ${apiEnabled ? 'on' : 'off'} (apiEnabled in the same file)
${renderLanLines(service.network().lan)}
Next steps
  1. curl ${url}/api/health
  2. npm run demo -- --url ${url}    in a clone: builds and runs a graph over REST and hub
  3. SCENE_TOKEN=$(npx scene-runtime token${settings}) npx scene-runtime conform --url ${url} --token-env SCENE_TOKEN

Ctrl+C stops running graphs, saves the project and ends the service.
`;
};

const renderLanLines = (lan: NetworkState['lan']): string =>
  lan === null
    ? ''
    : `
For other machines
  Address  ${lan.urls.join('\n           ') || `https://<this machine>:${lan.port}`}
  Pin      ${lan.fingerprint}
           the SHA-256 fingerprint of the certificate, valid until ${lan.validUntil.slice(0, 10)}
  Let in   ${lan.allow.join(', ') || 'nobody; add addresses to lan.allow in the settings file'}
`;

/**
 * Checks that a project can be opened in the folder.
 * @throws UsageError if no project can be opened; the message says how to create one, or what the problem is
 */
const assertProjectFolder = async (folder: string): Promise<void> => {
  const problem = await findFolderProblem(folder);
  if (problem !== undefined) throw new UsageError(problem);
};

const findFolderProblem = async (folder: string): Promise<string | undefined> => {
  try {
    await access(join(folder, projectFile), constants.R_OK);
    return undefined;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return suggestFix(folder);
    return `The project in '${resolve(folder)}' can't be opened: ${describeFileError(failure) ?? failure}`;
  }
};

const suggestFix = async (folder: string): Promise<string> => {
  const names = await readdir(folder).catch(() => []);
  const message = `There is no project in '${resolve(folder)}'`;
  return names.length === 0
    ? `${message}. Run 'npx scene-runtime init ${quoteShellPath(folder)}' to create one.`
    : `${message}, and the folder is not empty. Run 'npx scene-runtime init' with another folder to create one.`;
};
