import type { Suite } from './suite.ts';

/** All suites in the order in which they run. Each is loaded when it runs, because some load the whole runtime. */
const suiteLoaders = {
  backpressure: async () => (await import('./backpressure-suite.ts')).backpressureSuite,
  'fan-out': async () => (await import('./fan-out-suite.ts')).fanOutSuite,
  'hub-actions': async () => (await import('./hub-actions-suite.ts')).hubActionsSuite,
  build: async () => (await import('./build-suite.ts')).buildSuite,
  bulk: async () => (await import('./bulk-suite.ts')).bulkSuite,
  rest: async () => (await import('./rest-suite.ts')).restSuite,
  engine: async () => (await import('./engine-suite.ts')).engineSuite,
  'frame-loop': async () => (await import('./frame-loop-suite.ts')).frameLoopSuite,
  frames: async () => (await import('./frames-under-load-suite.ts')).framesUnderLoadSuite,
  'runtime-link': async () => (await import('./runtime-link/runtime-link-suite.ts')).runtimeLinkSuite,
  relay: async () => (await import('./relay/relay-suite.ts')).relaySuite,
  scene: async () => (await import('./scene-suite.ts')).sceneSuite,
  animation: async () => (await import('./animation-suite.ts')).animationSuite,
  growth: async () => (await import('./growth/growth-suite.ts')).growthSuite,
  graphs: async () => (await import('./many-graphs-suite.ts')).manyGraphsSuite,
  start: async () => (await import('./startup-and-memory-suites.ts')).startupSuite,
  memory: async () => (await import('./startup-and-memory-suites.ts')).memorySuite,
  idle: async () => (await import('./startup-and-memory-suites.ts')).idleSuite,
  agents: async () => (await import('./agents-suite.ts')).agentsSuite,
  kit: async () => (await import('./conformance-kit-suite.ts')).conformanceKitSuite,
} satisfies Readonly<Record<string, () => Promise<Suite>>>;

/**
 * Returns functions that load the named suites, or all suites.
 * @throws Error that lists all suites when a name is unknown
 */
export const chooseSuites = (names: readonly string[] | undefined): readonly (() => Promise<Suite>)[] => {
  const unknownName = names?.find((name) => !Object.hasOwn(suiteLoaders, name));
  if (unknownName !== undefined) {
    throw new Error(`no suite is called '${unknownName}'; there are ${Object.keys(suiteLoaders).join(', ')}`);
  }
  return Object.entries(suiteLoaders).flatMap(([id, load]) => (names?.includes(id) === false ? [] : [load]));
};
