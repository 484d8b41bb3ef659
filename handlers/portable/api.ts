/** The public API for hosts: a service together with its runtime. */
import type { FileStore, KeyValueTable } from '#runtime/shared/file-store.ts';

/** The entries of the server's settings file that also apply on other hosts. */
export interface SceneSettings {
  readonly apiEnabled?: boolean;
  /** The token, at least 32 characters long. */
  readonly apiToken?: string | undefined;
  readonly exposeSensitivePortValues?: boolean;
  readonly blockedNodeTypes?: readonly string[];
  readonly blockedCategories?: readonly string[];
  readonly hubConnections?: number;
  readonly hubRequiresToken?: boolean;
  /** The hosts that graphs may send requests to. */
  readonly allowedHosts?: readonly string[];
}

export interface Physics {
  readonly engine: unknown;
  readonly memory: WebAssembly.Memory;
}

/**
 * Starts the physics engine.
 * @param program the contents of `scene-runtime-control/fetch/physics.wasm`, as bytes or as a module that the host has
 * compiled
 */
export type LoadPhysics = (program: WebAssembly.Module | BufferSource) => Promise<Physics>;

export interface SceneOptions {
  /**
   * The physics engine, as returned by `loadPhysics` from `scene-runtime-control/fetch/physics`. When absent, bodies
   * don't work.
   */
  readonly physics?: Physics | undefined;
  /**
   * The store for the project. By default, the project is kept in memory. In an empty store, an empty project is
   * created.
   */
  readonly store?: FileStore;
  /** The project's name; `Scene` by default. */
  readonly name?: string;
  /** The settings. The API is on unless `apiEnabled` is false. If no token is set, one is created and stored. */
  readonly settings?: SceneSettings;
  /**
   * The host names under which remote clients reach this service, instead of the loopback names. With these names,
   * every client needs the token, as in LAN mode.
   */
  readonly names?: readonly string[] | undefined;
  /**
   * What drives the steps. `always` (the default): the host's timers. `asked`: requests, for hosts whose timers stop at
   * the end of each request.
   */
  readonly time?: 'always' | 'asked';
  /** Fixed steps per second; 60 by default. */
  readonly fps?: number;
  /** Whether to reject unknown fields instead of reporting them. */
  readonly strict?: boolean;
  /** Called with each failure that is not an ApiError. By default, these failures are written to the console. */
  readonly onFailure?: (failure: unknown) => void;
}

/** What the host knows about the origin of a request. */
export interface RequestSource {
  /** The peer's address. By default, it is an address of this machine. */
  readonly address?: string;
}

/**
 * An open socket provided by the host: from `Deno.upgradeWebSocket`, a `WebSocketPair`, or {@link createHostSocket}.
 * Text is sent and received as strings, everything else as bytes.
 */
export interface HostSocket {
  /** How bytes are received, if the host supports several ways. The service sets this property to `arraybuffer`. */
  binaryType?: string;
  /** The number of unsent bytes; 0 if the host doesn't report it. */
  readonly bufferedAmount?: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
}

export interface Scene {
  /** The token that clients send in `X-API-Key`. */
  readonly token: string;
  /** Answers an API request. Edits are stored before the response is returned. */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  /**
   * Returns a function that serves only a single operation, such as `createGraph`.
   * @throws Error for an unknown operation
   */
  operation(id: string): (request: Request, source?: RequestSource) => Promise<Response>;
  readonly hub: {
    /**
     * Authorizes a request to connect to the hub, before the connection is upgraded.
     * @returns the response that rejects the request, or a function to call with the open socket
     */
    admit(request: Request, source?: RequestSource): Response | ((socket: HostSocket) => void);
  };
  /** Closes the hub, stops all running graphs, and stores everything. */
  close(): Promise<void>;
}

/**
 * Creates a scene.
 * @throws an error with a one-line message if the project in the store can't be opened
 */
export type CreateScene = (options?: SceneOptions) => Promise<Scene>;

/** A socket for hosts that deliver events through callbacks. The host must call `came` and `closed`. */
export interface ToldSocket extends HostSocket {
  /** Must be called with each piece of received data. */
  came(data: unknown): void;
  /** Must be called when the socket has closed. */
  closed(): void;
}

export interface FetchModule {
  readonly createScene: CreateScene;
  /** Creates a hub socket from functions that send and close, such as those of a Bun socket or a `MessagePort`. */
  createHostSocket(host: Pick<HostSocket, 'send' | 'close'>): ToldSocket;
  /** Creates a store that keeps files in a browser folder, such as `navigator.storage.getDirectory()`. */
  createDirectoryStore(root: FileSystemDirectoryHandle): FileStore;
  /**
   * Creates a store that keeps files in a key-value table.
   * @param prefix the prefix of the keys, if the table also contains other entries
   */
  createKeyValueStore(table: KeyValueTable, prefix?: string): FileStore;
  /**
   * Creates a store that keeps files in memory.
   * @param files the initial files, keyed by path
   */
  createMemoryStore(files?: Readonly<Record<string, string | Uint8Array>>): FileStore;
}
