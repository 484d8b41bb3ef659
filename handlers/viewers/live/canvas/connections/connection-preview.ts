import { computed, signal } from '@preact/signals';
import { indexPorts } from '../../graphs/graph-types.ts';
import { formatGraphPath } from '../changes/run-operations.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { GraphDetail, PortRecord } from '../../graphs/graph-types.ts';
import type { Answer } from '#spec/client/index.ts';

/** What the service says of a wire that is not there yet. */
type ConnectionValidation = Answer<'POST /api/graphs/{graphId}/connections/validate'>;

/** Asks the service where a wire could end. */
export interface ConnectionPreview {
  /** How a port stands to the wire that is being drawn: `fit`, or `unfit`; undefined while none is, or nothing is known. */
  getPortState(portId: string): ReadonlySignal<'fit' | 'unfit' | undefined>;
  /** A wire is being drawn from a port; it may end at some others. */
  startDrag(portId: string, candidates: readonly string[]): Promise<void>;
  endDrag(): void;
  /** What the service says of wires from a port to others, by the ids of these; of none where it cannot be asked. */
  validateConnections(
    portId: string,
    candidates: readonly string[],
  ): Promise<ReadonlyMap<string, ConnectionValidation>>;
  /** Why the service takes no wire between two ports; undefined where it does, or cannot be asked. */
  explainRejection(portId: string, otherId: string): Promise<string | undefined>;
}

/** Most pairs that are asked for at once. */
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
  /** Told apart from the wire that is drawn by then, when the answer comes late. */
  let drawn = 0;

  const ask: ConnectionPreview['validateConnections'] = async (portId, candidates) => {
    const graph = detail.peek();
    const ports = graph && indexPorts(graph);
    const from = ports?.get(portId);
    const others = candidates
      .flatMap((id) => ports?.get(id) ?? [])
      .filter((port) => isOppositeDirection(from, port));
    const asked = others.slice(0, maxValidatedPairs);
    const known = capabilities.peek()?.hasRoute('POST /api/graphs/{graphId}/connections/validate');
    if (!graph || !from || !known || asked.length === 0) return new Map();
    const { results } = await client.request('POST /api/batch', {
      body: {
        operations: asked.map((port) => ({
          method: 'POST',
          path: formatGraphPath(graph.id, 'connections', 'validate'),
          body: toPortPair(from, port),
        })),
      },
    });
    return new Map(
      results.flatMap(({ index, status, body }) => {
        const port = asked[index];
        return port && status === 200 ? [[port.id, body as ConnectionValidation] as const] : [];
      }),
    );
  };

  return {
    validateConnections: ask,
    getPortState: (portId) =>
      computed(() => {
        const verdict = verdicts.value?.get(portId);
        return verdict && (verdict.valid ? 'fit' : 'unfit');
      }),
    async explainRejection(portId, otherId) {
      const graph = detail.peek();
      const ports = graph && indexPorts(graph);
      const [one, other] = [ports?.get(portId), ports?.get(otherId)];
      if (!graph || !one || !other) return undefined;
      const params = { graphId: graph.id };
      return client
        .request('POST /api/graphs/{graphId}/connections/validate', { params, body: toPortPair(one, other) })
        .then(({ reason }) => reason)
        .catch(() => undefined);
    },
    async startDrag(portId, candidates) {
      drawn += 1;
      const own = drawn;
      verdicts.value = new Map();
      const answers = await ask(portId, candidates).catch(() => undefined);
      if (own === drawn && verdicts.value) verdicts.value = answers;
    },
    endDrag() {
      drawn += 1;
      verdicts.value = undefined;
    },
  };
};

/** A wire leads from an output to an input. */
const isOppositeDirection = (from: PortRecord | undefined, to: PortRecord): boolean =>
  from?.direction !== to.direction;

/** Two ports as the two ends of a wire, whichever of them it was drawn from. */
const toPortPair = (one: PortRecord, other: PortRecord) => {
  const [output, input] = one.direction === 'output' ? [one, other] : [other, one];
  return { outputPortId: output.id, inputPortId: input.id };
};
