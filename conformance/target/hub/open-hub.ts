/**
 * Implements a client of the event hub that shares no code with the service or with a SignalR package. The client uses
 * the JSON encoding of the hub protocol on a plain WebSocket, with or without negotiation.
 */
import { getByPath, type JsonRecord } from '../../json.ts';
import { createTransport } from '../http/transport.ts';
import {
  type BeforeHubCall,
  createHubConnection,
  createHubExchange,
  decodeMessages,
  encodeMessage,
  type HubConnection,
  openSocket,
  type Recorder,
  type TextSocket,
} from './hub-connection.ts';
import { createInbox } from './inbox.ts';

export interface OpenHubOptions {
  readonly url: string;
  readonly token?: string | undefined;
  /** Where the token is sent. The default is the query. */
  readonly tokenIn?: 'query' | 'header';
  readonly origin?: string | undefined;
  /** The required fingerprint of the certificate. If `undefined`, any certificate is accepted. */
  readonly fingerprint?: string | undefined;
  /** The only way to connect. By default, both ways are tried, starting with the direct connection. */
  readonly mode?: ConnectMode;
  readonly timeoutMs: number;
  readonly record: Recorder;
  /** Called before every call of a hub method. The call is not sent if this function throws. */
  readonly beforeCall: BeforeHubCall;
}

/** Whether the client connects directly to the WebSocket, or only after `POST …/negotiate`. */
type ConnectMode = 'direct' | 'negotiated';

export type HubAttempt =
  | { readonly ok: true; readonly hub: HubConnection; readonly mode: ConnectMode }
  | {
      readonly ok: false;
      readonly reason: string;
      /**
       * The statuses of failed upgrades and negotiations, one per attempt. `undefined` for an attempt that received no
       * status.
       */
      readonly statuses: readonly (number | undefined)[];
    };

const handshake = { protocol: 'json', version: 1 };

/** Connects to the hub and performs the handshake. Never rejects, because a refused connection is a result. */
export const openHub = async (options: OpenHubOptions): Promise<HubAttempt> => {
  const refused: Extract<HubAttempt, { ok: false }>[] = [];
  for (const mode of options.mode ? [options.mode] : (['direct', 'negotiated'] as const)) {
    const started = performance.now();
    const attempt = await openWithMode(mode, options);
    const sent = { mode, ...(options.origin !== undefined && { origin: options.origin }), handshake };
    const received = attempt.ok ? 'connected' : attempt.reason;
    options.record(
      createHubExchange('CONNECT', createHubUrl(options), sent, received, performance.now() - started),
    );
    if (attempt.ok) return attempt;
    refused.push({ ...attempt, reason: `${mode}: ${attempt.reason}` });
  }
  return {
    ok: false,
    reason: refused.map(({ reason }) => reason).join('; '),
    statuses: refused.flatMap(({ statuses }) => statuses),
  };
};

const openWithMode = async (mode: ConnectMode, options: OpenHubOptions): Promise<HubAttempt> => {
  const { timeoutMs, record, beforeCall } = options;
  const negotiated = mode === 'negotiated' ? await negotiate(options) : undefined;
  if (negotiated && 'reason' in negotiated) return createFailedAttempt(negotiated.reason, negotiated.status);
  const opened = await openSocket(
    createHubUrl(options, negotiated?.id),
    createHeaders(options),
    timeoutMs,
    options.fingerprint,
  );
  if (!opened.ok) return createFailedAttempt(opened.reason, opened.status);
  const reason = await performHandshake(opened.socket, timeoutMs);
  if (reason !== undefined) {
    opened.socket.close();
    return createFailedAttempt(reason);
  }
  const hub = createHubConnection({
    ...{ socket: opened.socket, url: createHubUrl(options), timeoutMs, record, beforeCall },
  });
  return { ok: true, hub, mode };
};

const createFailedAttempt = (reason: string, status?: number): HubAttempt => ({
  ok: false,
  reason,
  statuses: [status],
});

/**
 * Performs the handshake. Returns the reason if the handshake failed, and `undefined` if it succeeded. After the
 * handshake, the hub sends only pings until the client calls the hub.
 */
const performHandshake = async (socket: TextSocket, timeoutMs: number): Promise<string | undefined> => {
  const inbox = createInbox<JsonRecord | string>();
  socket.onMessage((payload) => {
    const [response] = decodeMessages(payload);
    inbox.put(response ?? 'the handshake was answered with something else than a JSON record');
  });
  void socket.closed.then(inbox.put);
  socket.send(encodeMessage(handshake));
  const response = await inbox.until(() => true, timeoutMs);
  if (response === undefined) return 'the handshake was not answered';
  if (typeof response === 'string') return response;
  if (typeof response.error === 'string') return `the handshake was refused: ${response.error}`;
  const foreign = 'protocol' in response || 'type' in response;
  return foreign ? 'the handshake was answered with a foreign message' : undefined;
};

const negotiate = async (
  options: OpenHubOptions,
): Promise<{ readonly id: string } | { readonly reason: string; readonly status?: number }> => {
  const transport = createTransport(options.timeoutMs);
  const address = new URL(createHubUrl(options).replace(/^ws/, 'http'));
  address.pathname = `${address.pathname.replace(/\/$/, '')}/negotiate`;
  address.searchParams.set('negotiateVersion', '1');
  try {
    const sent = { method: 'POST', url: address.href, headers: createHeaders(options), body: '' };
    const { status, body } = await transport.send(sent, options.fingerprint);
    if (status !== 200) return { reason: `negotiation was answered with ${status}`, status };
    const response: unknown = JSON.parse(body);
    const id = getByPath(response, 'connectionToken') ?? getByPath(response, 'connectionId');
    return typeof id === 'string' ? { id } : { reason: 'negotiation gave no connection id' };
  } catch (error) {
    return { reason: `negotiation failed: ${(error as Error).message}` };
  } finally {
    transport.close();
  }
};

const createHubUrl = (
  { url, token, tokenIn: tokenLocation = 'query' }: OpenHubOptions,
  id?: string,
): string => {
  const address = new URL(url);
  if (token !== undefined && tokenLocation === 'query') address.searchParams.set('access_token', token);
  if (id !== undefined) address.searchParams.set('id', id);
  return address.href;
};

const createHeaders = ({
  token,
  tokenIn: tokenLocation,
  origin,
}: OpenHubOptions): Record<string, string> => ({
  ...(origin !== undefined && { origin }),
  ...(token !== undefined && tokenLocation === 'header' && { authorization: `Bearer ${token}` }),
});
