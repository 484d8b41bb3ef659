/** A client that continuously edits its own graph and remembers which edits were acknowledged. */
import { createServerClient } from '../../fixtures/server-client.ts';
import type { ServerProcess } from '../../fixtures/testing-cli.ts';
import type { TestClient } from '../../handlers/testing-service.ts';

type WriterTarget = Pick<ServerProcess, 'url' | 'token'>;

interface Writer {
  /** Edits until the service no longer responds, or {@link Writer.stop} is called. */
  write(target: WriterTarget): Promise<void>;
  stop(): void;
  /** Number of acknowledged edits. */
  readonly acknowledged: number;
  /** Returns one line for each acknowledged edit that is missing from a service. */
  missingAt(target: WriterTarget): Promise<string[]>;
}

interface GraphDetail {
  readonly name: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly locationX: number;
    readonly ports: readonly {
      readonly name: string;
      readonly direction: string;
      readonly value?: unknown;
    }[];
  }[];
  readonly connections: readonly {
    readonly id: string;
    readonly outputNodeId: string;
    readonly inputNodeId: string;
  }[];
}

interface NamedRecord {
  readonly id: string;
  name: string;
}

interface ConfirmedEdit {
  value: number;
  x: number;
}

export const createEditWriter = (name: string): Writer => {
  const nodes = new Map<string, ConfirmedEdit>();
  const deletedNodes = new Set<string>();
  const confirmedConnections = new Set<string>();
  const variables = new Map<string, number>();
  let graph: NamedRecord | undefined;
  /** The subject of a request that received no response, so that its edit may or may not have been applied. */
  let unconfirmed: string | undefined;
  let acknowledged = 0;
  let stopped = false;

  const edits = (send: TestClient, record: NamedRecord) => {
    /** Sends one request. Until the response arrives, the requested edit may or may not have been applied. */
    const call = async <T>(about: string, method: string, path: string, json?: unknown): Promise<T> => {
      unconfirmed = about;
      const { status, body } = await send<T>(method, path, json);
      if (status >= 300)
        throw new UnexpectedRejection(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
      unconfirmed = undefined;
      acknowledged += 1;
      return body;
    };
    const graphPath = `/api/graphs/${record.id}`;
    const getNewest = (): [string, ConfirmedEdit] => {
      const newest = [...nodes].at(-1);
      if (!newest) throw new Error('The first edit creates a node, and not all nodes are deleted.');
      return newest;
    };

    return [
      async () => {
        const previousId = [...nodes.keys()].at(-1);
        const { id, ports } = await call<{ id: string; ports: { id: string; name: string }[] }>(
          'a new node',
          'POST',
          `${graphPath}/nodes`,
          { category: 'Add', locationX: 0, locationY: 0 },
        );
        nodes.set(id, { value: 0, x: 0 });
        if (previousId === undefined) return;
        const connection = await call<{ id: string }>(
          'a new connection',
          'POST',
          `${graphPath}/connections`,
          {
            outputPortId: `${previousId}.out.Result`,
            inputPortId: ports.find((port) => port.name === 'B')?.id,
          },
        );
        confirmedConnections.add(connection.id);
      },
      async (iteration: number) => {
        const [id, confirmed] = getNewest();
        await call(id, 'PUT', `/api/ports/${id}.in.A/value`, { value: iteration });
        confirmed.value = iteration;
      },
      async (iteration: number) => {
        const [id, confirmed] = getNewest();
        await call(id, 'PUT', `${graphPath}/nodes/${id}`, { locationX: iteration, locationY: 0 });
        confirmed.x = iteration;
      },
      async (iteration: number) => {
        const { id } = await call<{ id: string }>('a new variable', 'POST', '/api/variables', {
          name: `${name} ${iteration}`,
          type: 'Integer',
          value: 1,
        });
        variables.set(id, 1);
        await call(id, 'PUT', `/api/variables/${id}/value`, { value: iteration });
        variables.set(id, iteration);
      },
      async () => {
        const [id] = [...nodes.keys()];
        if (nodes.size < 5 || id === undefined) return;
        const { connections } = (await send<GraphDetail>('GET', graphPath)).body;
        await call(id, 'DELETE', `${graphPath}/nodes/${id}`);
        nodes.delete(id);
        deletedNodes.add(id);
        for (const connection of connections) {
          if (connection.outputNodeId === id || connection.inputNodeId === id)
            confirmedConnections.delete(connection.id);
        }
      },
      async (iteration: number) => {
        const renamed = `${name} renamed ${iteration}`;
        await call('the name', 'PUT', graphPath, { name: renamed });
        record.name = renamed;
      },
    ];
  };

  return {
    get acknowledged() {
      return acknowledged;
    },
    stop() {
      stopped = true;
    },
    async write(target) {
      stopped = false;
      try {
        const send = createServerClient(target);
        const { status, body } = await send<{ id: string }>('POST', '/api/graphs', { name });
        if (status !== 201)
          throw new UnexpectedRejection(`POST /api/graphs returned ${status}: ${JSON.stringify(body)}`);
        graph = { id: body.id, name };
        acknowledged += 1;
        const editFunctions = edits(send, graph);
        for (let iteration = 0; !stopped; iteration += 1)
          await editFunctions[iteration % editFunctions.length]?.(iteration);
      } catch (failure) {
        // Any other error comes from the connection, which ends when the service ends.
        if (failure instanceof UnexpectedRejection) throw failure;
      }
    },
    async missingAt(target) {
      if (!graph) return [];
      const send = createServerClient(target);
      const { status, body: detail } = await send<GraphDetail>('GET', `/api/graphs/${graph.id}`);
      if (status !== 200) return [`the graph ${name} (${status})`];
      const nodesById = new Map(detail.nodes.map((node) => [node.id, node]));
      const connectionIds = new Set(detail.connections.map(({ id }) => id));
      const missing: string[] = [];
      const expect = (about: string, description: string, condition: boolean): void => {
        if (!condition && about !== unconfirmed) missing.push(`${name}: ${description}`);
      };
      expect('the name', `the name ${graph.name}`, detail.name === graph.name);
      for (const [id, { value, x }] of nodes) {
        const node = nodesById.get(id);
        expect(id, `node ${id}`, node !== undefined);
        if (!node) continue;
        const actual = node.ports.find((port) => port.name === 'A' && port.direction === 'input')?.value;
        expect(id, `value ${value} of node ${id}, which has ${actual}`, actual === value);
        expect(id, `position ${x} of node ${id}`, node.locationX === x);
      }
      for (const id of deletedNodes) expect(id, `the deletion of node ${id}`, !nodesById.has(id));
      // A deletion that received no response may have removed connections as well.
      for (const id of confirmedConnections)
        expect(
          unconfirmed && nodes.has(unconfirmed) ? unconfirmed : id,
          `connection ${id}`,
          connectionIds.has(id),
        );
      for (const [id, value] of variables) {
        const { body: variable } = await send<{ value?: number }>('GET', `/api/variables/${id}`);
        expect(id, `value ${value} of variable ${id}`, variable.value === value);
      }
      return missing;
    },
  };
};

/** The service rejected an edit that it must accept. */
class UnexpectedRejection extends Error {}
