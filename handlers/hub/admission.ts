/** Who is let in to the hub, whatever host they come by. */
import { hubPath } from '#spec/service-address.ts';
import { ApiError } from '#spec/errors.ts';
import { isLoopbackAddress } from '../hosts/translate.ts';
import { foreignHost, foreignOrigin, isAllowedOrigin, isOwnHost } from '../pipeline/origin.ts';
import { hubRefusal, hubToken } from '../pipeline/tier.ts';
import type { Security } from '../security/security.ts';
import type { Call, Entrance } from '../pipeline/call.ts';
import type { Hub } from './hub.ts';
import type { Caller } from './methods/method.ts';

export interface AdmissionOptions {
  /** Where the hub lives; other upgrades are left to other listeners. */
  readonly path: string;
  /** Asked again for each command, so that a token that was replaced stops working. */
  authenticate(token: string | undefined): boolean;
  /** Whether the external API is switched on; it is when absent. */
  apiEnabled?(): boolean;
  /**
   * Why whoever shows this token is not let in; nobody is refused when absent. Asked again, without an address, of those
   * who are in.
   */
  refusal?(token: string | undefined, address?: string, entrance?: Entrance): ApiError | undefined;
  allowOrigin(origin: string | undefined): boolean;
  /** Whether a Host header names this machine; every one does when absent. */
  allowHost?(host: string | undefined, entrance?: Entrance): boolean;
  /** Whether this address may connect at all; every one may when absent. */
  allowClient?(address: string, entrance?: Entrance): boolean;
}

/** Lets in whom the settings of the moment let in (register: C-86). */
export const admissionBy = (security: Security): AdmissionOptions => ({
  path: hubPath,
  authenticate: (token) => security.isToken(token),
  apiEnabled: () => security.settings.apiEnabled,
  refusal: (token, address, entrance) => hubRefusal(security, token, address, entrance),
  allowOrigin: isAllowedOrigin,
  allowHost: (host, entrance) => isOwnHost({ host, entrance }),
  allowClient: (address, entrance) => entrance !== undefined || isLoopbackAddress(address),
});

/** What of a request is asked to let somebody in. */
type Asking = Pick<Call, 'query' | 'authorization' | 'origin' | 'host' | 'address' | 'entrance'>;

/** What somebody brings who wants to be let in. */
interface Knock extends Pick<Asking, 'origin' | 'host' | 'address' | 'entrance'> {
  readonly token: string | undefined;
  /** Of the connection that was negotiated, or goes on. */
  readonly connectionToken: string | undefined;
}

export const knockOf = ({ query, authorization, ...from }: Asking): Knock => ({
  ...from,
  token: hubToken(query, authorization),
  connectionToken: new URLSearchParams(query).get('id') ?? undefined,
});

/** @param malformed what is wrong with the request itself, where the host knows of it */
export const refusalOfKnock = (
  { token, connectionToken, address, origin, host, entrance }: Knock,
  hub: Pick<Hub, 'knows'>,
  { allowClient, allowOrigin, allowHost, refusal, path }: AdmissionOptions,
  malformed?: ApiError,
): ApiError | undefined => {
  if (allowClient && !allowClient(address, entrance)) return new ApiError('CLIENT_NOT_ALLOWED');
  if (malformed) return malformed;
  if (!allowOrigin(origin)) return foreignOrigin(origin);
  if (allowHost && !allowHost(host, entrance)) return foreignHost({ host, entrance });
  const fault = refusal?.(token, address, entrance);
  if (fault || connectionToken === undefined || hub.knows(connectionToken)) return fault;
  return new ApiError(
    'ROUTE_NOT_FOUND',
    `No negotiated connection waits under this id; POST ${path}/negotiate gives a new one.`,
  );
};

export const createCaller = (
  { token, entrance }: Pick<Knock, 'token' | 'entrance'>,
  { authenticate, apiEnabled, refusal }: AdmissionOptions,
): Caller => ({
  token,
  get authenticated() {
    return authenticate(token);
  },
  get apiEnabled() {
    return apiEnabled?.() ?? true;
  },
  get refusal() {
    return refusal?.(token, undefined, entrance);
  },
});
