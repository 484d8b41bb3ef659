import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';

/** The parts of a Dredd 14 transaction that are used here. Dredd is written in CommonJS and has no types. */
export interface DreddTransaction {
  /** Has the form 'title > path > summary > status > media type'. */
  readonly name: string;
  fullPath: string;
  request: { readonly method: string; headers: Readonly<Record<string, string>>; body: string };
  expected: {
    readonly statusCode: string;
    headers: Readonly<Record<string, string>>;
    body?: string;
    bodySchema?: string;
  };
  /** The actual response, after it was received. */
  readonly real: { readonly headers: Readonly<Record<string, string>> };
  skip: boolean;
}

export interface DreddTest {
  /** Title that consists of the method, expected status and path. */
  readonly title: string;
  readonly message: string;
}

interface DreddConfiguration {
  readonly endpoint: string;
  readonly path: readonly string[];
  readonly apiDescriptions: readonly { readonly location: string; readonly content: string }[];
  readonly hookfiles: readonly string[];
  readonly reporter: readonly string[];
  readonly loglevel: 'error';
  readonly color: boolean;
  readonly custom: Readonly<Record<string, unknown>>;
  readonly emitter: EventEmitter;
}

export interface DreddStats {
  readonly passes: number;
}

interface DreddModule {
  new (
    configuration: DreddConfiguration,
  ): {
    readonly transactionRunner: { readonly configuration: { apiDescriptions: readonly unknown[] } };
    run(done: (error: Error | null | undefined, stats: DreddStats) => void): void;
  };
}

interface LoggerModule {
  readonly default: { readonly transports: { readonly console: { silent: boolean } } };
}

const require = createRequire(import.meta.url);

/** Loads Dredd without its reporter, which would print every transaction. */
export const loadDredd = (): DreddModule => {
  const logger = require('dredd/build/reporters/reporterOutputLogger') as LoggerModule;
  logger.default.transports.console.silent = true;
  return require('dredd') as DreddModule;
};
