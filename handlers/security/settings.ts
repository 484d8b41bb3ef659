/** The settings of a user (description: 'Authentication'; C-20). */
import { randomBytes } from 'node:crypto';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { isHostEntry } from '#runtime/devices/allowed-hosts.ts';
import { StreamingSettings } from '#runtime/devices/streaming/streaming-settings.ts';
import { defaultLanPort } from '#spec/service-address.ts';
import { allowEntryHint, isAllowEntry } from '../lan/allow-list.ts';
import { isHostName } from '../lan/host-name.ts';
import { defaultHubLimits } from '../hub/hub-limits.ts';
import { NatsSettings } from './nats-settings.ts';

export const Settings = z.looseObject({
  apiEnabled: z.boolean().default(false),
  apiToken: z.string().min(32, 'expected at least 32 characters; remove the entry to create a token'),
  /** Shows the values of sensitive ports in full. */
  exposeSensitivePortValues: z.boolean().default(false),
  /** Enum values of node types, and names of whole categories, that are hidden. */
  blockedNodeTypes: z.array(z.string()).default([]),
  blockedCategories: z.array(z.string()).default([]),
  /** Makes the host a debug build, which writes images of node types to these folders. */
  nodeImages: z
    .object({ folders: z.array(z.string().refine(isAbsolute, 'expected an absolute path')).min(1) })
    .optional(),
  /** How many clients the hub serves at once; applied when the service starts. */
  hubConnections: z.int().min(1).default(defaultHubLimits.connections),
  /** Whether clients need the token to connect at all, not only for commands. */
  hubRequiresToken: z.boolean().default(false),
  /** Hosts that graphs may send requests to: `example.com` on the usual ports, `example.com:8080` on that one. */
  allowedHosts: z.array(z.string().refine(isHostEntry, 'expected a host, or host:port')).default([]),
  /** Folders whose programs process.start may start. */
  allowedPrograms: z.array(z.string().refine(isAbsolute, 'expected an absolute path')).default([]),
  /**
   * Environment variables that process.start may set beside the harmless ones: names, or prefixes that end with `*`.
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
  /** Where webhooks are received, and the names, such as that of a tunnel, by which their senders know this machine. */
  webhooks: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(0),
      names: z.array(z.string().toLowerCase()).default([]),
    })
    .prefault({}),
  /** LAN mode: who may connect from other machines. The list applies at once, the rest when the service starts. */
  lan: z
    .strictObject({
      enabled: z.boolean().default(false),
      port: z.int().min(0).max(65_535).default(defaultLanPort),
      allow: z.array(z.string().refine(isAllowEntry, allowEntryHint)).default([]),
      /** Names of this machine beside its own, such as that of a router for it. */
      names: z.array(z.string().toLowerCase().refine(isHostName, 'expected a host name')).default([]),
    })
    .prefault({}),
  /** The NATS server of `serve --nats` and `relay`; read when they start. */
  nats: NatsSettings.optional(),
  /** Credentials of live-streaming platforms. */
  streaming: StreamingSettings.optional(),
});

export type Settings = z.output<typeof Settings>;

const createNameList = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase());

/** Whether the settings block a node type, by itself or with its category. */
export const isNodeTypeBlocked = (
  { blockedNodeTypes, blockedCategories }: Settings,
  { enumValue, category }: { readonly enumValue: string; readonly category: string },
): boolean => createNameList(blockedNodeTypes, enumValue) || createNameList(blockedCategories, category);

/** 32 random bytes, base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url');
