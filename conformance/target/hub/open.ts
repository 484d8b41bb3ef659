/**
 * A client of the event hub that owes nothing to the service or to a SignalR package: the JSON encoding of the hub
 * protocol on a bare WebSocket, with and without negotiation.
 */
import { createTransport } from '../http/client.ts';
import { at } from '../../json.ts';
import { createConnection, exchangeOf } from './connection.ts';
import { createInbox } from './inbox.ts';
import { decode, encode } from './records.ts';
import { openSocket } from './socket.ts';
import type { JsonRecord } from '../../json.ts';
import type { HubConnection, Recorder } from './connection.ts';
import type { Socket } from './socket.ts';

export interface OpenOptions {
  readonly url: string;
  readonly token?: string | undefined;
  /** Where the token travels; in the query when absent. */
  readonly tokenIn?: 'query' | 'header';
  readonly origin?: string | undefined;
  /** The fingerprint that the certificate has to have; any will do when absent. */
  readonly fingerprint?: string | undefined;
  /** One way of connecting only; both are tried when absent, the direct one first. */
  readonly mode?: Mode;
  readonly timeoutMs: number;
  readonly record: Recorder;
}

/** Straight to the WebSocket, or after `POST …/negotiate`. */
type Mode = 'direct' | 'negotiated';

export type OpenAttempt =
  | { readonly ok: true; readonly hub: HubConnection; readonly mode: Mode }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The statuses in place of an upgrade or a negotiation, in each way that was tried; undefined where there was none. */
      readonly statuses: readonly (number | undefined)[];
    };

const handshake = { protocol: 'json', version: 1 };

/** Connects and shakes hands. Never rejects: a refusal is an answer. */
export const openHub = async (options: OpenOptions): Promise<OpenAttempt> => {
  const refused: Extract<OpenAttempt, { ok: false }>[] = [];
  for (const mode of options.mode ? [options.mode] : (['direct', 'negotiated'] as const)) {
    const started = performance.now();
    const attempt = await openIn(mode, options);
    const sent = { mode, ...(options.origin !== undefined && { origin: options.origin }), handshake };
    const received = attempt.ok ? 'connected' : attempt.reason;
    options.record(exchangeOf('CONNECT', addressOf(options), sent, received, performance.now() - started));
    if (attempt.ok) return attempt;
    refused.push({ ...attempt, reason: `${mode}: ${attempt.reason}` });
  }
  return {
    ok: false,
    reason: refused.map(({ reason }) => reason).join('; '),
    statuses: refused.flatMap(({ statuses }) => statuses),
  };
};

const openIn = async (mode: Mode, options: OpenOptions): Promise<OpenAttempt> => {
  const { timeoutMs, record } = options;
  const negotiated = mode === 'negotiated' ? await negotiate(options) : undefined;
  if (negotiated && 'reason' in negotiated) return refusal(negotiated.reason, negotiated.status);
  const opened = await openSocket(
    addressOf(options, negotiated?.id),
    headersOf(options),
    timeoutMs,
    options.fingerprint,
  );
  if (!opened.ok) return refusal(opened.reason, opened.status);
  const reason = await shakeHands(opened.socket, timeoutMs);
  if (reason !== undefined) {
    opened.socket.close();
    return refusal(reason);
  }
  const hub = createConnection({ socket: opened.socket, url: addressOf(options), timeoutMs, record });
  return { ok: true, hub, mode };
};

const refusal = (reason: string, status?: number): OpenAttempt => ({ ok: false, reason, statuses: [status] });

/** The reason why the handshake failed; undefined when it succeeded. Nothing but pings follows it unasked. */
const shakeHands = async (socket: Socket, timeoutMs: number): Promise<string | undefined> => {
  const inbox = createInbox<JsonRecord | string>();
  socket.onMessage((payload) => {
    const [answer] = decode(payload);
    inbox.put(answer ?? 'the handshake was answered with something else than a JSON record');
  });
  void socket.closed.then(inbox.put);
  socket.send(encode(handshake));
  const answer = await inbox.until(() => true, timeoutMs);
  if (answer === undefined) return 'the handshake was not answered';
  if (typeof answer === 'string') return answer;
  if (typeof answer.error === 'string') return `the handshake was refused: ${answer.error}`;
  const foreign = 'protocol' in answer || 'type' in answer;
  return foreign ? 'the handshake was answered with a foreign message' : undefined;
};

const negotiate = async (
  options: OpenOptions,
): Promise<{ readonly id: string } | { readonly reason: string; readonly status?: number }> => {
  const transport = createTransport(options.timeoutMs);
  const address = new URL(addressOf(options).replace(/^ws/, 'http'));
  address.pathname = `${address.pathname.replace(/\/$/, '')}/negotiate`;
  address.searchParams.set('negotiateVersion', '1');
  try {
    const sent = { method: 'POST', url: address.href, headers: headersOf(options), body: '' };
    const { status, body } = await transport.send(sent, options.fingerprint);
    if (status !== 200) return { reason: `negotiation was answered with ${status}`, status };
    const answer: unknown = JSON.parse(body);
    const id = at(answer, 'connectionToken') ?? at(answer, 'connectionId');
    return typeof id === 'string' ? { id } : { reason: 'negotiation gave no connection id' };
  } catch (error) {
    return { reason: `negotiation failed: ${(error as Error).message}` };
  } finally {
    transport.close();
  }
};

const addressOf = ({ url, token, tokenIn = 'query' }: OpenOptions, id?: string): string => {
  const address = new URL(url);
  if (token !== undefined && tokenIn === 'query') address.searchParams.set('access_token', token);
  if (id !== undefined) address.searchParams.set('id', id);
  return address.href;
};

const headersOf = ({ token, tokenIn, origin }: OpenOptions): Record<string, string> => ({
  ...(origin !== undefined && { origin }),
  ...(token !== undefined && tokenIn === 'header' && { authorization: `Bearer ${token}` }),
});
