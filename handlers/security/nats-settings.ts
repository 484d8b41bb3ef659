import { isAbsolute } from 'node:path';
import * as z from 'zod';

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
