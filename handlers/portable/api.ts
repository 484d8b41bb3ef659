/** The public API for hosts: the service with its runtime. */
import type { FileStore, KeyValueTable } from '#runtime/storage/file-store.ts';

/** The entries of a server's settings file that apply to a host. */
export interface SceneSettings {
  readonly apiEnabled?: boolean;
  /** At least 32 characters. */
  readonly apiToken?: string | undefined;
  readonly exposeSensitivePortValues?: boolean;
  readonly blockedNodeTypes?: readonly string[];
  readonly blockedCategories?: readonly string[];
  readonly hubConnections?: number;
  readonly hubRequiresToken?: boolean;
  /** Hosts that graphs may send requests to. */
  readonly allowedHosts?: readonly string[];
}

/** A started physics engine. */
export interface Physics {
  readonly engine: unknown;
  readonly memory: WebAssembly.Memory;
}

/**
 * Starts the physics engine.
 * @param program `scene-runtime-control/fetch/physics.wasm`: its bytes, or the module if the host has compiled it
 */
export type LoadPhysics = (program: WebAssembly.Module | BufferSource) => Promise<Physics>;

export interface SceneOptions {
  /** The physics engine, from `loadPhysics` of `scene-runtime-control/fetch/physics`; bodies don't work without it. */
  readonly physics?: Physics | undefined;
  /** Stores the project; in memory when absent. An empty store gets an empty project. */
  readonly store?: FileStore;
  /** Name of the project; `Scene` when absent. */
  readonly name?: string;
  /** The API is on unless `apiEnabled` is false. Without a token one is created and stored. */
  readonly settings?: SceneSettings;
  /**
   * Names of the host for clients elsewhere, instead of the loopback names. With these names every client needs the
   * token, as in LAN mode.
   */
  readonly names?: readonly string[] | undefined;
  /**
   * `always`: timers of the host drive the steps. `asked`: requests drive them, for hosts whose timers end with each
   * request. Default `always`.
   */
  readonly time?: 'always' | 'asked';
  /** Fixed steps per second; default 60. */
  readonly fps?: number;
  /** Whether unknown fields are rejected instead of reported. */
  readonly strict?: boolean;
  /** Called with failures that are not an ApiError; by default they go to the console. */
  readonly onFailure?: (failure: unknown) => void;
}

/** Where a request came from, as the host knows it. */
export interface RequestSource {
  /** Address of the peer; this machine when absent. */
  readonly address?: string;
}

/**
 * An open socket of the host: from `Deno.upgradeWebSocket`, a `WebSocketPair`, or {@link createHostSocket}. Text is
 * sent and received as text, everything else as bytes.
 */
export interface HostSocket {
  /** How bytes are received, if the host has several ways; set to `arraybuffer` here. */
  binaryType?: string;
  /** Unsent bytes; 0 if the host doesn't report them. */
  readonly bufferedAmount?: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
}

export interface Scene {
  /** The token for `X-API-Key`. */
  readonly token: string;
  /** Answers a request of the API. An edit is stored before the response. */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  /**
   * Returns a single operation, such as `createGraph`, as a function that serves nothing else.
   * @throws Error for an unknown operation
   */
  operation(id: string): (request: Request, source?: RequestSource) => Promise<Response>;
  readonly hub: {
    /**
     * Authorizes a request to connect before its upgrade.
     * @returns the response that rejects it, or a function that accepts its open socket
     */
    admit(request: Request, source?: RequestSource): Response | ((socket: HostSocket) => void);
  };
  /** Closes the hub, stops running graphs, and stores everything. */
  close(): Promise<void>;
}

/** @throws an error with a one-line message when the store has a project that can't be opened */
export type CreateScene = (options?: SceneOptions) => Promise<Scene>;

/** A socket adapter for hosts that deliver events through callbacks. */
export interface ToldSocket extends HostSocket {
  /** Call it with received data. */
  came(data: unknown): void;
  /** Call it when the socket has closed. */
  closed(): void;
}

/** The exports of the module. */
export interface FetchModule {
  readonly createScene: CreateScene;
  /**
   * Creates a socket for the hub from functions that send and close, such as those of a Bun socket or a `MessagePort`.
   */
  createHostSocket(host: Pick<HostSocket, 'send' | 'close'>): ToldSocket;
  /** Stores files in a folder of a browser, such as `navigator.storage.getDirectory()`. */
  createDirectoryStore(root: FileSystemDirectoryHandle): FileStore;
  /**
   * Stores files in a key-value table.
   * @param prefix of the keys, if the table also has others
   */
  createKeyValueStore(table: KeyValueTable, prefix?: string): FileStore;
  /** Stores files in memory. @param files initial files by path */
  createMemoryStore(files?: Readonly<Record<string, string | Uint8Array>>): FileStore;
}
