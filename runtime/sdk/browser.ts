/** The SDK for runtimes in browsers. */
import { ApiError } from '#spec/errors.ts';
import { openBrowserTransport } from '../link/remote/open-browser-transport.ts';
import { createBrowserScheduler } from './browser-scheduler.ts';
import { createConnect } from './connect.ts';
import type { CommandErrorClass, Connect } from './api.ts';

/** Runs an engine, and connects it to a service. */
export const connect: Connect = createConnect(openBrowserTransport, createBrowserScheduler);

/** Rejects a command with an error code of the service. */
export const CommandError = ApiError as unknown as CommandErrorClass;
