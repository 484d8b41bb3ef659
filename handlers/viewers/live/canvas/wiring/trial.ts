import { computed, signal } from '@preact/signals';
import { portsById } from '../../graphs/graph-facts.ts';
import { pathIn } from '../changes/run-all.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { GraphDetail, PortFacts } from '../../graphs/graph-facts.ts';
import type { Answer } from '#spec/client/index.ts';

/** What the service says of a wire that is not there yet. */
type Verdict = Answer<'POST /api/graphs/{graphId}/connections/validate'>;

/** Asks the service where a wire could end. */
export interface Trial {
  /** How a port stands to the wire that is being drawn: `fit`, or `unfit`; undefined while none is, or nothing is known. */
  verdictOn(portId: string): ReadonlySignal<'fit' | 'unfit' | undefined>;
  /** A wire is being drawn from a port; it may end at some others. */
  begin(portId: string, candidates: readonly string[]): Promise<void>;
  end(): void;
  /** What the service says of wires from a port to others, by the ids of these; of none where it cannot be asked. */
  ask(portId: string, candidates: readonly string[]): Promise<ReadonlyMap<string, Verdict>>;
  /** Why the service takes no wire between two ports; undefined where it does, or cannot be asked. */
  explain(portId: string, otherId: string): Promise<string | undefined>;
}

/** Most pairs that are asked for at once. */
const mostAsked = 1_000;

interface TrialParts {
  readonly session: Pick<Session, 'client' | 'offer'>;
  readonly detail: ReadonlySignal<GraphDetail | undefined>;
}

export const createTrial = ({ session: { client, offer }, detail }: TrialParts): Trial => {
  const verdicts = signal<ReadonlyMap<string, Verdict> | undefined>();
  /** Told apart from the wire that is drawn by then, when the answer comes late. */
  let drawn = 0;

  const ask: Trial['ask'] = async (portId, candidates) => {
    const graph = detail.peek();
    const ports = graph && portsById(graph);
    const from = ports?.get(portId);
    const others = candidates.flatMap((id) => ports?.get(id) ?? []).filter((port) => canFace(from, port));
    const asked = others.slice(0, mostAsked);
    const known = offer.peek()?.has('POST /api/graphs/{graphId}/connections/validate');
    if (!graph || !from || !known || asked.length === 0) return new Map();
    const { results } = await client.request('POST /api/batch', {
      body: {
        operations: asked.map((port) => ({
          method: 'POST',
          path: pathIn(graph.id, 'connections', 'validate'),
          body: pairOf(from, port),
        })),
      },
    });
    return new Map(
      results.flatMap(({ index, status, body }) => {
        const port = asked[index];
        return port && status === 200 ? [[port.id, body as Verdict] as const] : [];
      }),
    );
  };

  return {
    ask,
    verdictOn: (portId) =>
      computed(() => {
        const verdict = verdicts.value?.get(portId);
        return verdict && (verdict.valid ? 'fit' : 'unfit');
      }),
    async explain(portId, otherId) {
      const graph = detail.peek();
      const ports = graph && portsById(graph);
      const [one, other] = [ports?.get(portId), ports?.get(otherId)];
      if (!graph || !one || !other) return undefined;
      const params = { graphId: graph.id };
      return client
        .request('POST /api/graphs/{graphId}/connections/validate', { params, body: pairOf(one, other) })
        .then(({ reason }) => reason)
        .catch(() => undefined);
    },
    async begin(portId, candidates) {
      drawn += 1;
      const own = drawn;
      verdicts.value = new Map();
      const answers = await ask(portId, candidates).catch(() => undefined);
      if (own === drawn && verdicts.value) verdicts.value = answers;
    },
    end() {
      drawn += 1;
      verdicts.value = undefined;
    },
  };
};

/** A wire leads from an output to an input. */
const canFace = (from: PortFacts | undefined, to: PortFacts): boolean => from?.direction !== to.direction;

/** Two ports as the two ends of a wire, whichever of them it was drawn from. */
const pairOf = (one: PortFacts, other: PortFacts) => {
  const [output, input] = one.direction === 'output' ? [one, other] : [other, one];
  return { outputPortId: output.id, inputPortId: input.id };
};
