import { createStepRunner } from '../micro/step-runner.ts';
import { loadPeer } from './peer-packages.ts';
import type { ChainStepOptions } from '../micro/step-runner.ts';

interface BehaveGraphModule {
  readonly Registry: new () => object;
  readonly DefaultLogger: new () => object;
  readonly ManualLifecycleEventEmitter: new () => Lifecycle;
  readonly Engine: new (graph: Graph) => { executeAllSync(): number };
  registerCoreProfile(registry: object, logger: object, lifecycle: Lifecycle): void;
  readGraphFromJSON(document: object, registry: object): Graph;
}

interface Lifecycle {
  readonly tickEvent: { emit(): void };
}

interface Graph {
  readonly variables: Readonly<Record<string, { get(): unknown }>>;
}

const resultVariable = 'end';

/** Creates the chain of additions in behave-graph. Every tick assigns the result of the last addition to a variable. */
export const createBehaveGraphChain = () =>
  createStepRunner((options: ChainStepOptions) => {
    const { Registry, DefaultLogger, ManualLifecycleEventEmitter, Engine, ...behave } = loadPeer(
      '@behave-graph/core',
    ) as BehaveGraphModule;
    const registry = new Registry();
    const lifecycle = new ManualLifecycleEventEmitter();
    behave.registerCoreProfile(registry, new DefaultLogger(), lifecycle);
    const graph = behave.readGraphFromJSON(createChainDocument(options.chain), registry);
    const engine = new Engine(graph);
    const step = () => {
      lifecycle.tickEvent.emit();
      engine.executeAllSync();
    };
    return { step, getResult: () => Number(graph.variables[resultVariable]?.get()) };
  });

const createChainDocument = (length: number): object => {
  const result = (index: number) => ({ link: { nodeId: `sum-${index}`, socket: 'result' } });
  return {
    customEvents: [],
    variables: [{ id: resultVariable, name: resultVariable, valueTypeName: 'float', initialValue: 0 }],
    nodes: [
      { id: 'tick', type: 'lifecycle/onTick', flows: { flow: { nodeId: 'set', socket: 'flow' } } },
      {
        id: 'set',
        type: 'variable/set',
        configuration: { variableId: resultVariable },
        parameters: { value: result(length - 1) },
      },
      ...Array.from({ length }, (_, i) => ({
        id: `sum-${i}`,
        type: 'math/add/float',
        parameters: { a: i === 0 ? { value: 0 } : result(i - 1), b: { value: 1 } },
      })),
    ],
  };
};
