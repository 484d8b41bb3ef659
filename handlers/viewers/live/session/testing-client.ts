import { createClient } from '#spec/client/index.ts';
import { createTestService, testHosts } from '../../../testing-service.ts';
import type { SceneClient } from '#spec/client/index.ts';

/** A client together with a service that only this client uses. */
export interface TestClient {
  readonly client: SceneClient;
  dispose(): Promise<void>;
}

export const createTestClient = async (): Promise<TestClient> => {
  const { service, token, dispose } = await createTestService();
  const open = testHosts['Fetch host'];
  if (!open) throw new Error('There is no such host');
  const host = await open(service);
  const url = 'http://localhost';
  const client = createClient({
    url,
    token,
    fetch: (address, init) => host.fetch(String(address).replace(url, ''), init),
  });
  return {
    client,
    async dispose() {
      await host.close();
      await dispose();
    },
  };
};
