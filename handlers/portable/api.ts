/** What hosts see of the API with its runtime. */
import type { FileStore, KeyValueTable } from '#runtime/storage/file-store.ts';

/** What the settings file of a server says, as far as a host has a use for it. */
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

/** A physics engine that has been started. */
export interface Physics {
  readonly engine: unknown;
  readonly memory: WebAssembly.Memory;
}

/** @param program `scene-runtime-control/fetch/physics.wasm`: its bytes, or the module where the host has compiled it */
export type LoadPhysics = (program: WebAssembly.Module | BufferSource) => Promise<Physics>;

export interface SceneOptions {
  /** What moves bodies, from `loadPhysics` of `scene-runtime-control/fetch/physics`; without it there are none. */
  readonly physics?: Physics | undefined;
  /** Keeps the project; memory does when absent. An empty one is made an empty project. */
  readonly store?: FileStore;
  /** Name of the project; `Scene` when absent. */
  readonly name?: string;
  /** The API is on unless `apiEnabled` is false. A token that is left open is made, and kept in the store. */
  readonly settings?: SceneSettings;
  /** Names by which clients elsewhere know the host, in place of those of loopback. With them, everybody needs the token, as in LAN mode. */
  readonly names?: readonly string[] | undefined;
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
  /** How bytes come, where the host has several ways; as an `ArrayBuffer` here. */
  binaryType?: string;
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
  /**
   * One operation of the contract, such as `createGraph`, as a function of its own, which answers nothing else.
   * @throws Error for one that there is not
   */
  operation(id: string): (request: Request, source?: RequestSource) => Promise<Response>;
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

/** All that the module has. */
export interface FetchModule {
  readonly createScene: CreateScene;
  /** A socket for the hub over whatever a host sends and closes with, such as a socket of Bun or a `MessagePort`. */
  createHostSocket(host: Pick<HostSocket, 'send' | 'close'>): ToldSocket;
  /** Keeps files in a folder of a browser, such as that of `navigator.storage.getDirectory()`. */
  createDirectoryStore(root: FileSystemDirectoryHandle): FileStore;
  /** Keeps files in a table of keys. @param prefix what the keys begin with, where the table has others too */
  createKeyValueStore(table: KeyValueTable, prefix?: string): FileStore;
  /** Keeps files for as long as it is there itself. @param files by path, that are there from the start */
  createMemoryStore(files?: Readonly<Record<string, string | Uint8Array>>): FileStore;
}
