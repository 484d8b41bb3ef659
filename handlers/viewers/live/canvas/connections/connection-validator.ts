import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type GraphDetail, indexPorts, type PortRecord } from '../../graphs/graph-types.ts';
import { formatGraphPath } from '../changes/edit-context.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Session } from '../../session/session.ts';

type ConnectionValidation = Answer<'POST /api/graphs/{graphId}/connections/validate'>;

/** Asks the service which ports can be connected, and holds its answers. */
export interface ConnectionPreview {
  /**
   * Whether a port is a valid target for the connection being dragged; `undefined` while nothing is being dragged, and
   * until the service has answered.
   */
  getPortState(portId: string): ReadonlySignal<'fit' | 'unfit' | undefined>;
  /**
   * Starts dragging a connection from a port.
   * @param candidates the ids of the ports that are possible targets
   */
  startDrag(portId: string, candidates: readonly string[]): Promise<void>;
  endDrag(): void;
  /**
   * Validates connections from a port to each candidate. The result is keyed by the candidates' ids, and empty if the
   * service is unreachable.
   */
  validateConnections(
    portId: string,
    candidates: readonly string[],
  ): Promise<ReadonlyMap<string, ConnectionValidation>>;
  /**
   * Returns the reason why the service rejects a connection between two ports, or `undefined` if the service accepts
   * the connection or is unreachable.
   */
  explainRejection(portId: string, otherId: string): Promise<string | undefined>;
}

const maxValidatedPairs = 1_000;

interface ConnectionPreviewOptions {
  readonly session: Pick<Session, 'client' | 'capabilities'>;
  readonly detail: ReadonlySignal<GraphDetail | undefined>;
}

export const createConnectionPreview = ({
  session: { client, capabilities },
  detail,
}: ConnectionPreviewOptions): ConnectionPreview => {
  const verdicts = signal<ReadonlyMap<string, ConnectionValidation> | undefined>();
  /** Numbers the drags, so that a late response to an earlier drag is ignored. */
  let dragCount = 0;

  const validateConnections: ConnectionPreview['validateConnections'] = async (portId, candidates) => {
    const graph = detail.peek();
    const ports = graph && indexPorts(graph);
    const from = ports?.get(portId);
    const targets = candidates
      .flatMap((id) => ports?.get(id) ?? [])
      .filter((port) => isOppositeDirection(from, port));
    const validated = targets.slice(0, maxValidatedPairs);
    const canValidate = capabilities.peek()?.hasRoute('POST /api/graphs/{graphId}/connections/validate');
    if (!graph || !from || !canValidate || validated.length === 0) return new Map();
    const { results } = await client.request('POST /api/batch', {
      body: {
        operations: validated.map((port) => ({
          method: 'POST',
          path: formatGraphPath(graph.id, 'connections', 'validate'),
          body: toPortPair(from, port),
        })),
      },
    });
    return new Map(
      results.flatMap(({ index, status, body }) => {
        const port = validated[index];
        return port && status === 200 ? [[port.id, body as ConnectionValidation] as const] : [];
      }),
    );
  };

  return {
    validateConnections,
    getPortState: (portId) =>
      computed(() => {
        const verdict = verdicts.value?.get(portId);
        return verdict && (verdict.valid ? 'fit' : 'unfit');
      }),
    async explainRejection(portId, otherId) {
      const graph = detail.peek();
      const ports = graph && indexPorts(graph);
      const [port, otherPort] = [ports?.get(portId), ports?.get(otherId)];
      if (!graph || !port || !otherPort) return undefined;
      const params = { graphId: graph.id };
      return client
        .request('POST /api/graphs/{graphId}/connections/validate', {
          params,
          body: toPortPair(port, otherPort),
        })
        .then(({ reason }) => reason)
        .catch(() => undefined);
    },
    async startDrag(portId, candidates) {
      dragCount += 1;
      const currentDrag = dragCount;
      verdicts.value = new Map();
      const results = await validateConnections(portId, candidates).catch(() => undefined);
      if (currentDrag === dragCount && verdicts.value) verdicts.value = results;
    },
    endDrag() {
      dragCount += 1;
      verdicts.value = undefined;
    },
  };
};

/** Whether two ports have opposite directions. A connection always leads from an output to an input. */
const isOppositeDirection = (from: PortRecord | undefined, to: PortRecord): boolean =>
  from?.direction !== to.direction;

/** Returns two ports as output and input, regardless of the port at which the drag started. */
const toPortPair = (port: PortRecord, otherPort: PortRecord) => {
  const [output, input] = port.direction === 'output' ? [port, otherPort] : [otherPort, port];
  return { outputPortId: output.id, inputPortId: input.id };
};
