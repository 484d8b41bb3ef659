/** The address of the service that the page uses, and its token. */
export interface ServiceAddress {
  /** The service's URL, without a trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
  /** Used instead of the global WebSocket for the hub connection. */
  readonly webSocket?: typeof globalThis.WebSocket;
}

interface BrowserContext {
  readonly location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/**
 * Whether the page shows a scene that runs in the browser, either because its address says so, or because it was built
 * without a server.
 */
export const isLocalScene = (
  { search }: Pick<Location, 'search'>,
  page: Pick<Document, 'querySelector'>,
): boolean =>
  new URLSearchParams(search).has('local') ||
  page.querySelector('meta[name="scene"][content="local"]') !== null;

const getTokenKey = (url: string): string => `scene-runtime token ${url}`;

/**
 * Reads the service's address and token from the page's address. The service is the page's origin, unless the address
 * names another one. A token in the fragment is stored for the session and removed from the address bar, so that it is
 * neither visible nor shared with a link.
 */
export const readServiceAddress = ({ location, history, storage }: BrowserContext): ServiceAddress => {
  const { origin, pathname, search, hash } = location;
  const folder = pathname.replace(/[^/]*$/, '');
  const url = (new URLSearchParams(search).get('url') ?? `${origin}${folder}`).replace(/\/+$/, '');
  const hashToken = new URLSearchParams(hash.slice(1)).get('token');
  if (hashToken) {
    storage.setItem(getTokenKey(url), hashToken);
    history.replaceState(null, '', `${pathname}${search}`);
  }
  return { url, token: hashToken ?? storage.getItem(getTokenKey(url)) ?? undefined };
};

/** Stores the token that the user has entered. An empty token removes the stored one. */
export const storeToken = (storage: BrowserContext['storage'], url: string, token: string): void => {
  if (token === '') storage.removeItem(getTokenKey(url));
  else storage.setItem(getTokenKey(url), token);
};
