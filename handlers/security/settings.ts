/** The per-user settings file (description: 'Authentication'; register: C-20). */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { isHostEntry } from '#runtime/devices/allowed-hosts.ts';
import { StreamingSettings } from '#runtime/devices/streaming/settings.ts';
import { writeAtomically } from '#runtime/disk/atomic.ts';
import { defaultLanPort } from '#spec/address.ts';
import { expectedEntry, isAllowEntry } from '../lan/allow-list.ts';
import { isHostName } from '../lan/own-names.ts';
import { defaultLimits } from '../hub/limits.ts';

export const settingsFileName = 'api-security-settings.json';

export const Settings = z.looseObject({
  apiEnabled: z.boolean().default(false),
  apiToken: z.string().min(32, 'expected at least 32 characters; without the entry a token is made'),
  /** Shows the values of sensitive ports in full. */
  exposeSensitivePortValues: z.boolean().default(false),
  /** Enum values of node types, and names of whole categories, that nobody gets to see. */
  blockedNodeTypes: z.array(z.string()).default([]),
  blockedCategories: z.array(z.string()).default([]),
  /** Makes the host a debug build, which draws node types into these folders. */
  nodeImages: z
    .object({ folders: z.array(z.string().refine(isAbsolute, 'expected an absolute path')).min(1) })
    .optional(),
  /** Clients that the hub serves at once; taken into use when the service starts. */
  hubConnections: z.int().min(1).default(defaultLimits.connections),
  /** Whether clients need the token to be connected at all, and not for their commands alone. */
  hubRequiresToken: z.boolean().default(false),
  /** Hosts that graphs may send requests to: `example.com` on the usual ports, `example.com:8080` on that one. */
  allowedHosts: z.array(z.string().refine(isHostEntry, 'expected a host, or host:port')).default([]),
  /** Folders whose programs process.start may start. */
  allowedPrograms: z.array(z.string().refine(isAbsolute, 'expected an absolute path')).default([]),
  /** Where webhooks are listened to, and the names, such as that of a tunnel, by which their senders know this machine. */
  webhooks: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(0),
      names: z.array(z.string().toLowerCase()).default([]),
    })
    .prefault({}),
  /** LAN mode: who may connect from other machines. The list acts at once, the others when the service starts. */
  lan: z
    .strictObject({
      enabled: z.boolean().default(false),
      port: z.int().min(0).max(65_535).default(defaultLanPort),
      allow: z.array(z.string().refine(isAllowEntry, expectedEntry)).default([]),
      /** Names of this machine beside its own, such as that of a router for it. */
      names: z.array(z.string().toLowerCase().refine(isHostName, 'expected a host name')).default([]),
    })
    .prefault({}),
  /** Credentials of live-streaming platforms. */
  streaming: StreamingSettings.optional(),
});

export type Settings = z.output<typeof Settings>;

const names = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase());

/** Whether the settings block a node type, by itself or with its whole category. */
export const isBlocked = (
  { blockedNodeTypes, blockedCategories }: Settings,
  { enumValue, category }: { readonly enumValue: string; readonly category: string },
): boolean => names(blockedNodeTypes, enumValue) || names(blockedCategories, category);

/** The user's application-data directory for this service. */
export const dataDirectory = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string => {
  const home = homedir();
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'scene-runtime');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'scene-runtime');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'scene-runtime');
};

/** 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A settings file that cannot be used; the message is one line for the user. */
export class SettingsError extends Error {}

/**
 * Reads the settings file. Where there is none, one is made that only the current user can read.
 * @param initial what a new file says beside its token
 * @throws SettingsError
 */
export const openSettings = async (path: string, initial: { apiEnabled: boolean }): Promise<Settings> => {
  const present = await readSettings(path);
  if (present) {
    await chmod(path, 0o600);
    return present;
  }
  const settings = Settings.parse({ ...initial, apiToken: newToken() });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeSettings(path, settings);
  return settings;
};

/**
 * The settings in a file; undefined when there is no file. A file without a token gets one, and is left as it is otherwise.
 * @throws SettingsError
 */
export const readSettings = async (path: string): Promise<Settings | undefined> => {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!lacksToken(content)) return Settings.parse(content);
    const completed = { ...content, apiToken: newToken() };
    const settings = Settings.parse(completed);
    await writeSettings(path, completed);
    return settings;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const why =
      failure instanceof z.ZodError
        ? z.prettifyError(failure).replaceAll('\n', ' ')
        : (failure as Error).message;
    throw new SettingsError(`the settings file '${path}' cannot be used: ${why}`);
  }
};

const lacksToken = (content: unknown): content is object =>
  typeof content === 'object' && content !== null && !Array.isArray(content) && !('apiToken' in content);

export const writeSettings = (path: string, settings: object): Promise<void> =>
  writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`, 0o600);
