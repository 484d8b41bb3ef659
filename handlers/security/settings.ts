/** A user's settings (description: 'Authentication'; C-20). */
import { randomBytes } from 'node:crypto';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { StreamingSettings } from '#runtime/devices/streaming/streaming-settings.ts';
import { isHostEntry } from '#runtime/shared/host-checks.ts';
import { defaultLanPort } from '#spec/service-address.ts';
import { defaultHubLimits } from '../hub/hub-limits.ts';
import { allowEntryHint, isAllowEntry, isHostName } from '../lan/addresses.ts';

const filePath = z.string().refine(isAbsolute, 'expected an absolute path');

/** The settings for the connection to the NATS server that carries events to relays. */
export const NatsSettings = z.strictObject({
  /** The file with the account's credentials, as written by `nsc`. */
  credentialsFile: filePath.optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
  /** The file with the certificates for TLS: the server's, and this client's if the server requires one. */
  caFile: filePath.optional(),
  certFile: filePath.optional(),
  keyFile: filePath.optional(),
  /** The limits of the event stream: its size and the age of its events. */
  streamMegabytes: z.int().min(1).max(1_000_000).default(64),
  streamMinutes: z.int().min(1).max(100_000).default(60),
});

export type NatsSettings = z.output<typeof NatsSettings>;

export const Settings = z.looseObject({
  apiEnabled: z.boolean().default(false),
  apiToken: z.string().min(32, 'expected at least 32 characters; remove the entry to create a token'),
  /** Whether to show the values of sensitive ports in full. */
  exposeSensitivePortValues: z.boolean().default(false),
  /** The hidden node types: enum values of single types, and names of whole categories. */
  blockedNodeTypes: z.array(z.string()).default([]),
  blockedCategories: z.array(z.string()).default([]),
  /** If present, the host is a debug build and writes node type images to these folders. */
  nodeImages: z
    .object({ folders: z.array(z.string().refine(isAbsolute, 'expected an absolute path')).min(1) })
    .optional(),
  /**
   * The maximum number of clients that the hub serves at the same time. Changes take effect when the service starts.
   */
  hubConnections: z.int().min(1).default(defaultHubLimits.connections),
  /** Whether clients need the token even to connect to the hub. Otherwise, they need it only for commands. */
  hubRequiresToken: z.boolean().default(false),
  /**
   * The hosts that graphs may send requests to. `example.com` allows the usual ports, and `example.com:8080` allows
   * only port 8080.
   */
  allowedHosts: z.array(z.string().refine(isHostEntry, 'expected a host, or host:port')).default([]),
  /** The folders whose programs process.start may start. */
  allowedPrograms: z.array(z.string().refine(isAbsolute, 'expected an absolute path')).default([]),
  /**
   * Environment variables that process.start may set in addition to the harmless ones. Entries are names, or prefixes
   * that end with `*`.
   */
  allowedProgramVariables: z
    .array(
      z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]*\*?$/,
          'expected a name such as STAGE, or STAGE_* for all that start with it',
        ),
    )
    .default([]),
  /**
   * The address at which webhooks are received, and the names under which senders know this machine, such as a tunnel's
   * name.
   */
  webhooks: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(0),
      names: z.array(z.string().toLowerCase()).default([]),
    })
    .prefault({}),
  /**
   * LAN mode, including who may connect from other machines. Changes to the `allow` list take effect immediately, all
   * others when the service starts.
   */
  lan: z
    .strictObject({
      enabled: z.boolean().default(false),
      port: z.int().min(0).max(65_535).default(defaultLanPort),
      allow: z.array(z.string().refine(isAllowEntry, allowEntryHint)).default([]),
      /** Further names under which this machine is known, such as the name that a router gives it. */
      names: z.array(z.string().toLowerCase().refine(isHostName, 'expected a host name')).default([]),
    })
    .prefault({}),
  /**
   * The NATS server used by `serve --nats` and `relay`. These commands read the settings of the server when they start.
   */
  nats: NatsSettings.optional(),
  /** The maximum size of the files that clients upload. Kinds of assets have limits of their own. */
  assets: z.strictObject({ maxFileMegabytes: z.int().min(1).max(1_000_000).default(256) }).prefault({}),
  /** The credentials for live-streaming platforms. */
  streaming: StreamingSettings.optional(),
});

export type Settings = z.output<typeof Settings>;

const createNameList = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase());

/** Whether the settings block a node type, either individually or with its whole category. */
export const isNodeTypeBlocked = (
  { blockedNodeTypes, blockedCategories }: Settings,
  { enumValue, category }: { readonly enumValue: string; readonly category: string },
): boolean => createNameList(blockedNodeTypes, enumValue) || createNameList(blockedCategories, category);

/** Creates a token: 32 random bytes in base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url');
