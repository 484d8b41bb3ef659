import { randomUUID } from 'node:crypto';
import { documentedOperations, fullDocument } from '../coverage/openapi-operations.ts';
import { createStatusCoverage } from '../coverage/status-coverage.ts';
import { isRecord, type JsonRecord } from '../json.ts';
import { defaultMaxShrinks } from '../runner/property-based-runner.ts';
import { discoverToc } from './field-readers/discover-list-fields.ts';
import { createFieldSource, type CustomReaders, type ReadScope } from './field-readers/field-source.ts';
import {
  createReply,
  type Exchange,
  type HttpClient,
  type Reply,
  type RequestOptions,
  type SentRequest,
  trackReads,
} from './http/exchange.ts';
import { createOperationMatcher } from './http/match-operation.ts';
import { createRedactor } from './http/redactor.ts';
import { createTransport } from './http/transport.ts';
import { createEventLog } from './hub/event-log.ts';
import { parseToc } from './routes.ts';
import { createTargetControl } from './target-control.ts';
import { createFields, type Fields } from './undocumented-fields.ts';
import type { ResponseValidator, Violation } from './http/response-validator.ts';
import type { Manifest } from './manifest.ts';

export interface TargetInfo {
  /** The base address, without a trailing slash. */
  readonly url: string;
  /** The hub's WebSocket address. */
  readonly eventsUrl: string;
  readonly token: string | undefined;
  readonly loopback: boolean;
  /** The required SHA-256 fingerprint of the target's certificate. If `undefined`, any certificate is accepted. */
  readonly fingerprint?: string | undefined;
}

export interface Health {
  readonly runtimeConnected: boolean;
  readonly projectName: string | null;
  readonly record: JsonRecord;
}

interface RecordedViolation extends Violation {
  readonly exchange: Exchange;
}

/** What the run has observed in all responses so far. */
export interface Traffic {
  /** The distinct violations, each with the first exchange that shows it. */
  readonly violations: readonly RecordedViolation[];
  /** The number of success bodies that were validated against a schema of the documents. */
  readonly successes: number;
  /** The number of errors that had the error envelope. */
  readonly envelopes: number;
  /** The error codes, each with the first exchange that contained it. */
  readonly codes: ReadonlyMap<string, Exchange>;
  /**
   * Responses with a status from 500 that no rule of the description explains: the first one of each route, or of each
   * path without a route.
   */
  readonly internalErrors: ReadonlyMap<string, Exchange>;
}

/** Receives an exchange, both with its secrets masked and as it was sent. Only reports need the masked one. */
type RecordExchange = (exchange: Exchange, raw: Exchange) => void;

export interface ClientOptions {
  readonly to: TargetInfo;
  readonly record: RecordExchange;
  readonly onRead?: ((exchange: Exchange) => void) | undefined;
  readonly purpose: 'audit' | 'undo';
}

/** Decides whether a request or a hub call may be sent. */
export interface Guard {
  beforeRequest(to: TargetInfo, sent: SentRequest): Promise<void>;
  beforeHubCall(to: TargetInfo, method: string, args: readonly unknown[]): Promise<void>;
}

interface SessionOptions {
  readonly url: string;
  readonly eventsUrl?: string;
  readonly token?: string;
  readonly fingerprint?: string | undefined;
  /** The actions, in lower case, that the target's runtime does not offer. */
  readonly absentActions?: ReadonlySet<string> | undefined;
  readonly manifest: Manifest;
  readonly validate: ResponseValidator;
  readonly seed: number;
  /** Factor of at least 1 by which the number of inputs of property tests is multiplied. The default is 1. */
  readonly times?: number;
  /** How many smaller inputs are tried after an input has failed. The default is {@link defaultMaxShrinks}. */
  readonly shrinks?: number;
  /** The functions of the module in the manifest's `choices.readers`. */
  readonly readers?: CustomReaders;
  /** The folder that contains the programs and modules of the manifest's control. */
  readonly folder: string;
}

/** Creates everything that the audits of a run share, such as the target, its discovery, and the recorded traffic. */
export const createSession = (options: SessionOptions) => {
  const { manifest, seed, validate } = options;
  const target = toTargetInfo(options);
  const control = createTargetControl({ manifest, url: target.url, folder: options.folder });
  const transport = createTransport(manifest.timeouts.request);
  const secrets = [
    options.token,
    ...Object.values(manifest.instances).map((instance) => instance && resolveToken(instance)),
  ];
  const redactor = createRedactor(secrets.filter((secret) => secret !== undefined));
  const source = createFieldSource({ paths: manifest.choices.paths, customReaders: options.readers });
  /** Creates the reader of undocumented fields for an audit and its requirements. */
  const createFieldsFor = (scope: ReadScope): Fields =>
    createFields(source.createLookup(scope), source.findNodeType);
  const fields = createFieldsFor({ requirements: [] });
  const monitorTraffic = createTrafficMonitor(validate);
  const coverage = createStatusCoverage(fullDocument);

  let guard: Guard | undefined;

  const send = async (
    { to, record, purpose, onRead }: ClientOptions,
    method: string,
    path: string,
    request: RequestOptions = {},
  ): Promise<Reply> => {
    const body = request.json === undefined ? request.body : JSON.stringify(request.json);
    const token = request.token === undefined ? to.token : (request.token ?? undefined);
    const sent = {
      method,
      url: to.url + path,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'x-api-key': token }),
        ...request.headers,
      },
      ...(body !== undefined && { body }),
    };
    if (purpose === 'audit') await guard?.beforeRequest(to, sent);
    const started = performance.now();
    const recordExchange = (response?: Exchange['response']): Exchange => {
      const raw: Exchange = {
        transport: 'http',
        request: sent,
        ...(response && { response }),
        ms: Math.round((performance.now() - started) * 100) / 100,
      };
      const exchange = redactor.exchange(raw);
      record(exchange, raw);
      return exchange;
    };
    try {
      const response = await transport.send(sent, to.fingerprint);
      const exchange = recordExchange(response);
      const reply = createReply(`${method} ${path}`, response);
      const isValid = monitorTraffic.record(method, path, reply, exchange);
      coverage.record(method, path, reply.status, isValid, exchange);
      return onRead ? trackReads(reply, exchange, () => onRead(exchange)) : reply;
    } catch (error) {
      recordExchange();
      throw error;
    }
  };

  /**
   * Creates a client that passes all its exchanges to `record`, and an exchange to `onRead` whenever its reply is read.
   * Only the requests that undo other requests, and that read what these change, pass the guard.
   */
  const createClient = (
    record: RecordExchange,
    to: TargetInfo = target,
    { purpose = 'audit', onRead }: Partial<Pick<ClientOptions, 'purpose' | 'onRead'>> = {},
  ): HttpClient => {
    const call = (method: string, path: string, request?: RequestOptions): Promise<Reply> =>
      send({ to, record, purpose, onRead }, method, path, request);
    return {
      send: call,
      get: (path, request) => call('GET', path, request),
      delete: (path, request) => call('DELETE', path, request),
      post: (path, json, request) => call('POST', path, { json, ...request }),
      put: (path, json, request) => call('PUT', path, { json, ...request }),
    };
  };

  const silent = createClient(() => {});

  /**
   * Reads the target's health. Returns `undefined` if the response is not a health record.
   * @throws TransportError
   */
  const readHealth = async (): Promise<Health | undefined> => {
    const { ok, json } = await silent.get('/api/health');
    if (!ok || !isRecord(json) || typeof json.runtimeConnected !== 'boolean') return undefined;
    const projectName = typeof json.projectName === 'string' ? json.projectName : null;
    return { runtimeConnected: json.runtimeConnected, projectName, record: json };
  };

  /** Reads the routes that the target lists, without parameter names, such as `GET /api/graphs/{}`. */
  const readRoutes = async (): Promise<ReadonlySet<string>> => {
    const { json } = await silent.get('/api/toc');
    discoverToc(source, fields, json);
    return new Set(parseToc(fields, json).map(({ route }) => route));
  };

  return {
    target,
    manifest,
    seed,
    times: options.times ?? 1,
    shrinks: options.shrinks ?? defaultMaxShrinks,
    /** An id that makes names unique to this run. */
    runId: randomUUID().slice(0, 8),
    absentActions: options.absentActions ?? new Set<string>(),
    source,
    fields,
    createFieldsFor,
    redactor,
    traffic: monitorTraffic.traffic,
    events: createEventLog(manifest.choices.paths),
    coverage,
    createClient,
    /** Sets the guard that all requests and hub calls of audits must pass. */
    setGuard(next: Guard): void {
      guard = next;
    },
    /**
     * Called before every call of a hub method.
     * @throws AuditStop if the guard refuses the call
     */
    beforeHubCall: async (to: TargetInfo, method: string, args: readonly unknown[]): Promise<void> =>
      guard?.beforeHubCall(to, method, args),
    silent,
    control,
    readHealth,
    readRoutes,
    close: transport.close,
  };
};

export type Session = ReturnType<typeof createSession>;

/** 503 and 504 report an absent or slow runtime, so they are no errors of the service itself. */
export const isInternalError = (status: number): boolean => status >= 500 && status !== 503 && status !== 504;

const matchOperation = createOperationMatcher(documentedOperations);

const createTrafficMonitor = (validate: ResponseValidator) => {
  const violations = new Map<string, RecordedViolation>();
  const codes = new Map<string, Exchange>();
  const internalErrors = new Map<string, Exchange>();
  let successes = 0;
  let envelopes = 0;

  /**
   * Records an exchange. Returns whether the response is as documented. For a response that the documents lack, always
   * returns true.
   */
  const recordExchange = (method: string, path: string, reply: Reply, exchange: Exchange): boolean => {
    if (isInternalError(reply.status)) {
      const route = `${method} ${matchOperation(method, path)?.path ?? path.replace(/\?.*$/, '')}`;
      if (!internalErrors.has(route)) internalErrors.set(route, exchange);
    }
    const newViolations = validate(method, path, reply);
    if (newViolations === undefined) return true;
    for (const violation of newViolations) {
      const key = `${violation.kind} ${violation.operation} ${violation.message}`;
      if (!violations.has(key)) violations.set(key, { ...violation, exchange });
    }
    if (newViolations.length > 0) return false;
    if (reply.status < 400) {
      successes += 1;
      return true;
    }
    envelopes += 1;
    const code = reply.at('error.code') as string;
    if (!codes.has(code)) codes.set(code, exchange);
    return true;
  };

  const traffic = (): Traffic => ({
    violations: [...violations.values()],
    successes,
    envelopes,
    codes,
    internalErrors,
  });

  return { record: recordExchange, traffic };
};

/** The address of a target, as the user or the manifest gave it. */
type TargetAddress = Pick<SessionOptions, 'url'> & {
  readonly eventsUrl?: string | undefined;
  readonly token?: string | undefined;
  readonly fingerprint?: string | undefined;
};

export const toTargetInfo = ({ url, eventsUrl, token, fingerprint }: TargetAddress): TargetInfo => {
  const base = url.replace(/\/+$/, '');
  const { hostname } = new URL(base);
  return {
    url: base,
    eventsUrl: eventsUrl ?? `${base.replace(/^http/, 'ws')}/api/events`,
    token,
    fingerprint,
    loopback: hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname),
  };
};

/** Whether a target rejects the token, according to both its health and a gated route. */
export const isTokenRejected = async (http: HttpClient): Promise<boolean> => {
  if ((await http.get('/api/health')).at('authenticated') !== false) return false;
  const gated = await http.get('/api/types');
  return !gated.ok && gated.at('error.code') !== 'API_DISABLED';
};

/** Returns the token of a target's copy, from the manifest or from the environment. */
export const resolveToken = ({
  token,
  tokenEnv,
}: {
  token?: string | undefined;
  tokenEnv?: string | undefined;
}) => token ?? (tokenEnv === undefined ? undefined : process.env[tokenEnv]);
