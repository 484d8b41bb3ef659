/** A whole service over a project in a temporary folder, for tests. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Layouter } from '#runtime/controller/layout/layouter.ts';
import { createWorkerLayouter } from '#runtime/controller/layout/worker-layouter.ts';
import { folderHome } from '#runtime/controller/projects/folder-home.ts';
import { createFilesDevice } from '#runtime/devices/files-device.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';
import { testLinks } from '#runtime/link/testing-links.ts';
import { createRuntime, type Runtime } from '#runtime/runtime.ts';
import { createPicturesInThread } from '#runtime/scene/pictures/pictures-in-thread.ts';
import { createFetchHost } from './hosts/fetch.ts';
import { createNodeServer } from './hosts/node.ts';
import { createSecurity } from './security/security.ts';
import { newToken, Settings } from './security/settings.ts';
import { settingsIn } from './security/settings-file.ts';
import { createViewerFiles } from './viewers/viewer-files.ts';
import { writeImage } from './write-image.ts';
import type { Scheduler } from './scheduler.ts';
import { createService, type Service } from './service.ts';
import { documented } from './testing-documented.ts';

export interface TestService {
  readonly service: Service;
  readonly token: string;
  /** Undefined when the service was made without a runtime. Its clock is stepped by hand. */
  readonly runtime: Runtime | undefined;
  /** Cuts the link to the runtime. */
  cut(): void;
  /** Resolves when the link is up again. */
  mend(): Promise<void>;
  readonly folder: string;
  /** What went wrong inside, for tests that expect nothing to. */
  readonly failures: unknown[];
  /** @throws Error when a reply was not as the OpenAPI document has it */
  dispose(): Promise<void>;
}

interface TestOptions {
  readonly runtime?: 'embedded' | 'none';
  /** To a runtime that the test makes itself. */
  readonly link?: RuntimeLink;
  readonly settings?: Partial<Settings>;
  readonly project?: boolean;
  readonly layouter?: Layouter;
  /** Assets of the project by name; none when absent. */
  readonly assets?: Readonly<Record<string, URL>>;
  /** Tests of the service send nothing that it does not take, unless they want to see what it says. */
  readonly strict?: boolean;
  /** What a reverse proxy puts in front of every path. */
  readonly basePath?: string;
  readonly scheduler?: Scheduler;
}

/** The moment at which the clock of a test service stands. */
const testNow = new Date('2026-01-02T03:04:05.678Z');

export const createTestService = async (options: TestOptions = {}): Promise<TestService> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'project.json'), '{"format":1}');
  const settings = Settings.parse({ apiEnabled: true, apiToken: newToken(), ...options.settings });
  const now = (): Date => testNow;
  for (const [name, file] of Object.entries(options.assets ?? {})) {
    await mkdir(dirname(join(project, 'assets', name)), { recursive: true });
    await copyFile(file, join(project, 'assets', name));
  }
  const runtime =
    options.runtime === 'none' || options.link
      ? undefined
      : createRuntime({ now, pictures: createPicturesInThread(), files: createFilesDevice() });
  const failures: unknown[] = [];
  const tested = runtime && testLinks[process.env.RUNTIME_LINK ?? 'in process']!(runtime);
  const strict = options.strict ?? true;
  const undocumented: string[] = [];
  const bare = createService({
    version: '1.2.3',
    security: createSecurity(settings, settingsIn(join(folder, 'settings.json')), () => testNow.getTime()),
    link: options.link ?? tested?.link,
    now,
    home: folderHome,
    layouter: options.layouter ?? createWorkerLayouter(),
    viewers: createViewerFiles(),
    writeImage,
    strict,
    basePath: options.basePath,
    scheduler: options.scheduler,
    onFailure: (failure) => failures.push(failure),
  });
  const service = documented(bare, strict, (problem) => undocumented.push(problem));
  await tested?.mend();
  if (options.project !== false) await service.controller.openProject(project);
  return {
    service,
    cut: () => tested?.cut(),
    mend: async () => tested?.mend(),
    token: settings.apiToken,
    runtime,
    folder,
    failures,
    async dispose() {
      runtime?.stop();
      await service.controller.layouts.close();
      await rm(folder, { recursive: true, force: true });
      if (undocumented.length > 0) throw new Error([...new Set(undocumented)].join('\n'));
    },
  };
};

/** A way to put a request to a service. */
export interface TestHost {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Every host that the handlers run on: the suites of the API run over each. */
export const hosts: Readonly<Record<string, (service: Service) => Promise<TestHost>>> = {
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

/** What a test wants to know of an answer. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Calls with the token and JSON bodies. */
export const createTestClient = (host: TestHost, token: string) => {
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: HeadersInit = {},
  ): Promise<Answer<T>> => {
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
