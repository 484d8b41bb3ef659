import { isAbsolute } from 'node:path';
import * as z from 'zod';

const filePath = z.string().refine(isAbsolute, 'expected an absolute path');

/** How the NATS server is entered that carries events to relays. */
export const NatsSettings = z.strictObject({
  /** Credentials of an account, as `nsc` writes them. */
  credentialsFile: filePath.optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
  /** Certificates of a server that asks for TLS, and of this end where it asks for one. */
  caFile: filePath.optional(),
  certFile: filePath.optional(),
  keyFile: filePath.optional(),
  /** What the stream of events may hold, and for how long. */
  streamMegabytes: z.int().min(1).max(1_000_000).default(64),
  streamMinutes: z.int().min(1).max(100_000).default(60),
});

export type NatsSettings = z.output<typeof NatsSettings>;
