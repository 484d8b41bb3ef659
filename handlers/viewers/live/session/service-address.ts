/** The service that the page shows, and the token for it. */
export interface ServiceAddress {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | undefined;
  /** What connects to its hub in place of the usual WebSocket. */
  readonly webSocket?: typeof globalThis.WebSocket;
}

interface BrowserContext {
  readonly location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Whether the page shows the scene that runs in the browser itself: it was asked to, or was written without a server. */
export const isLocalScene = (
  { search }: Pick<Location, 'search'>,
  page: Pick<Document, 'querySelector'>,
): boolean =>
  new URLSearchParams(search).has('local') ||
  page.querySelector('meta[name="scene"][content="local"]') !== null;

const getTokenKey = (url: string): string => `scene-runtime token ${url}`;

/**
 * Reads the address that the page was opened with. The service is where the page lies, unless the address names another. A token in the fragment is kept for the session and taken out of the address
 * bar, so that it is neither seen nor passed on with a link.
 */
export const readServiceAddress = ({ location, history, storage }: BrowserContext): ServiceAddress => {
  const { origin, pathname, search, hash } = location;
  const folder = pathname.replace(/[^/]*$/, '');
  const url = (new URLSearchParams(search).get('url') ?? `${origin}${folder}`).replace(/\/+$/, '');
  const given = new URLSearchParams(hash.slice(1)).get('token');
  if (given) {
    storage.setItem(getTokenKey(url), given);
    history.replaceState(null, '', `${pathname}${search}`);
  }
  return { url, token: given ?? storage.getItem(getTokenKey(url)) ?? undefined };
};

/** Keeps a token that was typed in; forgets the one that is kept for an empty one. */
export const storeToken = (storage: BrowserContext['storage'], url: string, token: string): void => {
  if (token === '') storage.removeItem(getTokenKey(url));
  else storage.setItem(getTokenKey(url), token);
};
