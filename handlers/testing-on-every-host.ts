/** Runs API test suites on every host. */
import { afterEach, beforeEach, describe, expect } from 'vitest';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestHost,
  type TestService,
} from './testing-service.ts';

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
}

interface NodeBody {
  readonly id: string;
  readonly category: string;
  readonly ports: readonly { readonly id: string; readonly name: string; readonly direction: string }[];
}

export interface GraphBody {
  readonly id: string;
  readonly nodes: readonly NodeBody[];
}

/** Returns the id of the port with the given name. */
export const findPortId = ({ ports }: NodeBody, name: string): string =>
  ports.find((port) => port.name === name)!.id;

/** The hosts in turn, with a new service for each test. */
interface HostTest {
  readonly test: TestService;
  readonly fetch: TestHost['fetch'];
  readonly call: TestClient;
  createGraph(name?: string): Promise<GraphBody>;
  createNode(graph: GraphBody, category: string): Promise<NodeBody>;
  countGraphs(): number;
}

/**
 * Declares a test suite that runs once for each host. A test fails if the service had a failure that no response
 * reported.
 */
export const describeOnEveryHost = (name: string, suite: (host: HostTest) => void): void =>
  describe.each(Object.entries(testHosts))(`%s: ${name}`, (_, open) => {
    let test: TestService;
    let host: TestHost;
    let client: TestClient;

    beforeEach(async () => {
      test = await createTestService();
      host = await open(test.service);
      client = createTestClient(host, test.token);
    });

    afterEach(async () => {
      expect(test.failures).toEqual([]);
      await host.close();
      await test.dispose();
    });

    const call: TestClient = (...request) => client(...request);

    suite({
      get test() {
        return test;
      },
      fetch: (...request) => host.fetch(...request),
      call,
      createGraph: async (name) => (await call<GraphBody>('POST', '/api/graphs', { name })).body,
      createNode: async ({ id }, category) =>
        (await call<NodeBody>('POST', `/api/graphs/${id}/nodes`, { category })).body,
      countGraphs: () => test.service.controller.store.graphs.size,
    });
  });
