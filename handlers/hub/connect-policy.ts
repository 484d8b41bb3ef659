/** Decides for all hosts which clients may connect to the hub. */
import { ApiError } from '#spec/errors.ts';
import { hubPath } from '#spec/service-address.ts';
import { isLoopbackAddress } from '../pipeline/call.ts';
import {
  createHostError,
  createOriginError,
  findHubAccessError,
  getHubToken,
  isAllowedOrigin,
  isOwnHost,
} from '../pipeline/authorize-call.ts';
import type { Call, RemoteListener } from '../pipeline/call.ts';
import type { Security } from '../security/security.ts';
import type { Hub } from './hub.ts';
import type { HubCaller } from './methods/define-method.ts';

export interface ConnectPolicy {
  /** The path of the hub. Upgrade requests for other paths are left to other listeners. */
  readonly path: string;
  /**
   * Creates a function that returns whether a token is valid. The function is called for each command, so that a
   * replaced token stops working.
   */
  createTokenCheck(token: string | undefined): () => boolean;
  /** Whether the external API is enabled. When absent, it counts as enabled. */
  isApiEnabled?(): boolean;
  /**
   * Returns why a client with this token is rejected, or `undefined` if the client is accepted. When absent, no client
   * is rejected. For clients that are already connected, the hub calls this function again without an address.
   */
  findAccessError?(
    token: string | undefined,
    address?: string,
    remoteListener?: RemoteListener,
  ): ApiError | undefined;
  allowsOrigin(origin: string | undefined): boolean;
  /** Whether a Host header names this machine. When absent, every Host header is accepted. */
  allowsHost?(host: string | undefined, remoteListener?: RemoteListener): boolean;
  /** Whether a client at this address may connect at all. When absent, clients at all addresses may connect. */
  allowsClient?(address: string, remoteListener?: RemoteListener): boolean;
}

/** Creates a policy that always uses the current settings (C-86). */
export const createConnectPolicy = (security: Security): ConnectPolicy => ({
  path: hubPath,
  createTokenCheck: security.createTokenCheck,
  isApiEnabled: () => security.settings.apiEnabled,
  findAccessError: (token, address, remoteListener) =>
    findHubAccessError(security, token, address, remoteListener),
  allowsOrigin: isAllowedOrigin,
  allowsHost: (host, remoteListener) => isOwnHost({ host, remoteListener }),
  allowsClient: (address, remoteListener) => remoteListener !== undefined || isLoopbackAddress(address),
});

/** The parts of a request that decide whether its client may connect. */
type ConnectCall = Pick<Call, 'query' | 'authorization' | 'origin' | 'host' | 'address' | 'remoteListener'>;

/** A request to connect to the hub. */
interface ConnectRequest extends Pick<ConnectCall, 'origin' | 'host' | 'address' | 'remoteListener'> {
  readonly token: string | undefined;
  /** The token of a connection that was negotiated, or that is being reconnected. */
  readonly connectionToken: string | undefined;
}

export const toConnectRequest = ({ query, authorization, ...call }: ConnectCall): ConnectRequest => ({
  ...call,
  token: getHubToken(query, authorization),
  connectionToken: new URLSearchParams(query).get('id') ?? undefined,
});

/** @param malformed the error in the request itself, if the host has found one */
export const findConnectError = (
  { token, connectionToken, address, origin, host, remoteListener }: ConnectRequest,
  hub: Pick<Hub, 'canConnect'>,
  { allowsClient, allowsOrigin, allowsHost, findAccessError, path }: ConnectPolicy,
  malformed?: ApiError,
): ApiError | undefined => {
  if (allowsClient && !allowsClient(address, remoteListener)) return new ApiError('CLIENT_NOT_ALLOWED');
  if (malformed) return malformed;
  if (!allowsOrigin(origin)) return createOriginError(origin);
  if (allowsHost && !allowsHost(host, remoteListener)) return createHostError({ host, remoteListener });
  const error = findAccessError?.(token, address, remoteListener);
  if (error || connectionToken === undefined || hub.canConnect(connectionToken)) return error;
  return new ApiError(
    'ROUTE_NOT_FOUND',
    `No negotiated connection has this id. POST ${path}/negotiate creates one.`,
  );
};

export const createHubCaller = (
  { token, remoteListener }: Pick<ConnectRequest, 'token' | 'remoteListener'>,
  { createTokenCheck, isApiEnabled, findAccessError }: ConnectPolicy,
): HubCaller => {
  const isAuthenticated = createTokenCheck(token);
  return {
    token,
    get isAuthenticated() {
      return isAuthenticated();
    },
    get isApiEnabled() {
      return isApiEnabled?.() ?? true;
    },
    get accessError() {
      return findAccessError?.(token, undefined, remoteListener);
    },
  };
};
