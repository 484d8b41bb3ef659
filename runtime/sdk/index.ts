/** The SDK for runtimes on Node. */
import { ApiError } from '#spec/errors.ts';
import { openTransport } from '../link/remote/open-transport.ts';
import { createConnect } from './connect.ts';
import type { CommandErrorClass, Connect } from './api.ts';

/** Runs an engine, and connects it to a service. */
export const connect: Connect = createConnect(openTransport);

/** Rejects a command with an error code of the service. */
export const CommandError = ApiError as unknown as CommandErrorClass;
