/** What hosts see of the API with its runtime. */
import type { FileStore } from '#runtime/disk/file-store.ts';
import type { Settings } from '../security/settings.ts';

export interface SceneOptions {
  /** Keeps the project; memory does when absent. An empty one is made an empty project. */
  readonly store?: FileStore;
  /** Name of the project; `Scene` when absent. */
  readonly name?: string;
  /** What the settings file of a server says; the API is on unless `apiEnabled` is false. A token is made where there is none. */
  readonly settings?: Partial<Settings>;
  /** Names beside those of loopback by which clients know the host. With them, everybody needs the token, as in LAN mode. */
  readonly names?: readonly string[];
  /**
   * `always`: steps follow the host's timers. `asked`: they are made when somebody asks, for hosts whose timers end with each
   * request. `always` when absent.
   */
  readonly time?: 'always' | 'asked';
  /** Fixed steps a second; 60 when absent. */
  readonly fps?: number;
  /** Whether what a call does not take is refused rather than told. */
  readonly strict?: boolean;
  /** Told of a failure that no fault explains; the console of the host is when absent. */
  readonly onFailure?: (failure: unknown) => void;
}

/** Where a request came from, as the host knows it. */
export interface RequestSource {
  /** Address of the peer; that of this machine when absent. */
  readonly address?: string;
}

/**
 * A socket as hosts have it, open: what `Deno.upgradeWebSocket` and a `WebSocketPair` give, or one of {@link createHostSocket}. Text
 * comes and goes as text, all else as bytes.
 */
export interface HostSocket {
  /** Bytes that the host has yet to send; 0 where it does not say. */
  readonly bufferedAmount?: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
}

export interface Scene {
  /** What callers show as `X-API-Key`. */
  readonly token: string;
  /** Answers a request of the API. An edit is in the store before it is answered. */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  readonly hub: {
    /**
     * Judges a request to connect, before it is upgraded.
     * @returns the answer that refuses it, or what takes over its socket once that is open
     */
    admit(request: Request, source?: RequestSource): Response | ((socket: HostSocket) => void);
  };
  /** Closes the hub, stops running graphs, and writes what is not in the store yet. */
  close(): Promise<void>;
}

/** @throws an error of one line when the store holds a project that cannot be opened */
export type CreateScene = (options?: SceneOptions) => Promise<Scene>;

/** A socket that is told what happens, for hosts that tell it by callbacks. */
export interface ToldSocket extends HostSocket {
  /** Something has come. */
  came(data: unknown): void;
  /** It is closed. */
  closed(): void;
}
