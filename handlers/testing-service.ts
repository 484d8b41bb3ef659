/** A complete service with a project in a temporary folder, for tests. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFilesDevice } from '#runtime/devices/files-device.ts';
import { testLinks } from '#runtime/link/testing-links.ts';
import { createRuntime, type Runtime } from '#runtime/runtime.ts';
import { findAssetContentError, findAssetSizeError } from '#runtime/scene/assets/check-asset.ts';
import { createInProcessRenderer } from '#runtime/scene/rendering/in-process-renderer.ts';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import { createWorkerLayoutRunner } from './controller/layout/worker-layout-runner.ts';
import { folderProjectStorage } from './controller/projects/folder-project-storage.ts';
import { createFetchHost } from './hosts/fetch-host.ts';
import { createNodeServer } from './hosts/node-host.ts';
import { createSecurity } from './security/security.ts';
import { createSettingsFileStore } from './security/settings-file.ts';
import { createToken, Settings } from './security/settings.ts';
import { createService, type Service } from './service.ts';
import { withOpenApiCheck } from './testing-openapi-check.ts';
import { createBuiltPageAssets } from './viewers/built-page-assets.ts';
import type { AddressInfo } from 'node:net';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { AssetChecker } from './controller/projects/asset-files/asset-files.ts';
import type { LayoutRunner } from './controller/layout/layout-request.ts';

export interface TestService {
  readonly service: Service;
  readonly token: string;
  /** The runtime, whose clock the test advances. Undefined if the service has no runtime. */
  readonly runtime: Runtime | undefined;
  disconnectRuntime(): void;
  /** Reconnects the runtime. Resolves when the link is connected again. */
  reconnectRuntime(): Promise<void>;
  readonly folder: string;
  /** Internal failures so far. Most tests expect none. */
  readonly failures: unknown[];
  /**
   * Ends the service and deletes its files.
   * @throws Error if a reply didn't match the OpenAPI document
   */
  dispose(): Promise<void>;
}

interface TestOptions {
  readonly runtime?: 'embedded' | 'none';
  /** A link to a runtime that the test has created itself. */
  readonly link?: RuntimeLink;
  readonly settings?: Partial<Settings>;
  readonly project?: boolean;
  readonly layouter?: LayoutRunner;
  readonly assetChecker?: AssetChecker;
  /** The project's assets, keyed by name. By default, there are none. */
  readonly assets?: Readonly<Record<string, URL>>;
  /** Whether to reject unknown fields. True by default, because tests normally send none. */
  readonly strict?: boolean;
  /** The base path that a reverse proxy adds. */
  readonly basePath?: string;
  readonly scheduler?: Scheduler;
}

/** The fixed time that a test service uses. */
const testNow = new Date('2026-01-02T03:04:05.678Z');

/** Checks asset files in this thread, because starting a worker thread would take most of a test's time. */
const assetChecker: AssetChecker = {
  findSizeError: findAssetSizeError,
  findContentError: (folder, path, stagedPath) =>
    findAssetContentError(createFilesDevice().open(folder), path, stagedPath),
  close: async () => {},
};

export const createTestService = async (options: TestOptions = {}): Promise<TestService> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'project.json'), '{"format":1}');
  const settings = Settings.parse({ apiEnabled: true, apiToken: createToken(), ...options.settings });
  const now = (): Date => testNow;
  for (const [name, file] of Object.entries(options.assets ?? {})) {
    await mkdir(dirname(join(project, 'assets', name)), { recursive: true });
    await copyFile(file, join(project, 'assets', name));
  }
  const runtime =
    options.runtime === 'none' || options.link
      ? undefined
      : createRuntime({ now, pictures: createInProcessRenderer(), files: createFilesDevice() });
  const failures: unknown[] = [];
  const testLink = runtime && testLinks[process.env.RUNTIME_LINK ?? 'in process']!(runtime);
  const strict = options.strict ?? true;
  const undocumented: string[] = [];
  const createdService = createService({
    version: '1.2.3',
    security: createSecurity(settings, createSettingsFileStore(join(folder, 'settings.json')), () =>
      testNow.getTime(),
    ),
    link: options.link ?? testLink?.link,
    now,
    projectHome: folderProjectStorage,
    assetChecker: options.assetChecker ?? assetChecker,
    layouter: options.layouter ?? createWorkerLayoutRunner(),
    viewers: createBuiltPageAssets(),
    writeImage: (folder, name, image) => writeAtomically(join(folder, name), image),
    strict,
    basePath: options.basePath,
    scheduler: options.scheduler,
    onFailure: (failure) => failures.push(failure),
  });
  const service = withOpenApiCheck(createdService, strict, (problem) => undocumented.push(problem));
  await testLink?.reconnect();
  if (options.project !== false) await service.controller.openProject(project);
  return {
    service,
    disconnectRuntime: () => testLink?.disconnect(),
    reconnectRuntime: async () => testLink?.reconnect(),
    token: settings.apiToken,
    runtime,
    folder,
    failures,
    async dispose() {
      runtime?.stop();
      await service.controller.layouts.close();
      // Retries, because a save that is still running may add files.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      if (undocumented.length > 0) throw new Error([...new Set(undocumented)].join('\n'));
    },
  };
};

/** A way to send requests to a service. */
export interface TestHost {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** All hosts that can run the handlers. API test suites run on each of them. */
export const testHosts: Readonly<Record<string, (service: Service) => Promise<TestHost>>> = {
  'Node host': async (service) => {
    const server = createNodeServer(service);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
  'Fetch host': async (service) => {
    const host = createFetchHost(service);
    return {
      fetch: (path, init) => host(new Request(`http://localhost${path}`, init)),
      close: async () => {},
    };
  },
};

/** The parts of a response that tests inspect. */
export interface TestResponse<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Creates a function that calls routes with the token and JSON bodies. */
export const createTestClient = (host: TestHost, token: string) => {
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: HeadersInit = {},
  ): Promise<TestResponse<T>> => {
    const response = await host.fetch(path, {
      method,
      headers: {
        'X-API-Key': token,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  };
  return call;
};

export type TestClient = ReturnType<typeof createTestClient>;
