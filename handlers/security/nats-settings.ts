import { isAbsolute } from 'node:path';
import * as z from 'zod';

const filePath = z.string().refine(isAbsolute, 'expected an absolute path');

/** How to connect to the NATS server that carries events to relays. */
export const NatsSettings = z.strictObject({
  /** Credentials of an account, as written by `nsc`. */
  credentialsFile: filePath.optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
  /** Certificates of a TLS server, and of this client if the server asks for one. */
  caFile: filePath.optional(),
  certFile: filePath.optional(),
  keyFile: filePath.optional(),
  /** Limits of the event stream: its size and age. */
  streamMegabytes: z.int().min(1).max(1_000_000).default(64),
  streamMinutes: z.int().min(1).max(100_000).default(60),
});

export type NatsSettings = z.output<typeof NatsSettings>;
