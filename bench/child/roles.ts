const loadGeneratorRoles = {
  'http-load': async () => (await import('../load/http-load.ts')).createHttpLoad(),
  'http-probe': async () => (await import('../load/http-probe.ts')).createHttpProbe(),
  'fan-out-load': async () => (await import('../load/fan-out-load.ts')).createFanOutLoad(),
  'action-load': async () => (await import('../load/action-load.ts')).createActionLoad(),
  'stall-load': async () => (await import('../load/stalled-client-load.ts')).createStalledClientLoad(),
  'frame-watch': async () => (await import('../load/graph-frame-watcher.ts')).createFrameWatcher(),
  'event-flood': async () => (await import('../load/event-flood.ts')).createEventFlood(),
  'kit-run': async () => (await import('../load/conformance-kit-run.ts')).createConformanceKitRun(),
};

/**
 * All roles of child processes. Roles are loaded on demand, so that each process contains only the code of its own job.
 */
export const childRoles = {
  ...loadGeneratorRoles,
  'http-floor': async () => (await import('../baselines/http-baseline.ts')).createHttpBaseline(),
  'tcp-floor': async () => (await import('../baselines/tcp-baseline.ts')).createTcpBaseline(),
  'ws-floor': async () => (await import('../baselines/ws-baseline.ts')).createWsBaseline(),
  build: async () => (await import('../micro/build-bench.ts')).createBuildBench(),
  'maps-floor': async () => (await import('../baselines/maps-baseline.ts')).createMapsBaseline(),
  project: async () => (await import('../micro/project-files-bench.ts')).createProjectFilesBench(),
  graphs: async () => (await import('../micro/many-graphs-bench.ts')).createManyGraphsBench(),
  'project-floor': async () =>
    (await import('../baselines/project-files-baseline.ts')).createProjectFilesBaseline(),
  'litegraph-build': async () => (await import('../peers/litegraph-build.ts')).createLiteGraphBuild(),
  'socket-io-peer': async () => (await import('../peers/socket-io-peer.ts')).createSocketIoPeer(),
  'uwebsockets-peer': async () => (await import('../peers/uwebsockets-peer.ts')).createUwebsocketsPeer(),
  'node-red-peer': async () => (await import('../peers/node-red-peer.ts')).createNodeRedPeer(),
  'fastify-peer': async () => (await import('../peers/fastify-peer.ts')).createFastifyPeer(),
  engine: async () => (await import('../micro/engine-chain-bench.ts')).createEngineChainBench(),
  'engine-graphs': async () => (await import('../micro/engine-graphs-bench.ts')).createEngineGraphsBench(),
  'engine-calls': async () => (await import('../micro/engine-calls-bench.ts')).createEngineCallsBench(),
  'engine-events-floor': async () =>
    (await import('../micro/engine-events-baseline.ts')).createEngineEventsBaseline(),
  'engine-floor': async () => (await import('../baselines/closures-baseline.ts')).createClosuresBaseline(),
  'triggers-floor': async () => (await import('../baselines/triggers-baseline.ts')).createTriggersBaseline(),
  'litegraph-triggers': async () =>
    (await import('../peers/litegraph-triggers.ts')).createLiteGraphTriggers(),
  'litegraph-chain': async () => (await import('../peers/litegraph-chain.ts')).createLiteGraphChain(),
  'behave-graph-chain': async () => (await import('../peers/behave-graph-chain.ts')).createBehaveGraphChain(),
  'frame-loop': async () => (await import('../micro/frame-loop-bench.ts')).createFrameLoopBench(),
  'scene-tick': async () => (await import('../micro/scene-tick-bench.ts')).createSceneTickBench(),
  'animation-tick': async () => (await import('../micro/animation-tick-bench.ts')).createAnimationTickBench(),
  'mixers-floor': async () =>
    (await import('../baselines/animation-mixers-baseline.ts')).createAnimationMixersBaseline(),
  'scene-orders': async () => (await import('../micro/scene-commands-bench.ts')).createSceneCommandsBench(),
  'scene-capture': async () => (await import('../micro/scene-capture-bench.ts')).createSceneCaptureBench(),
  'bodies-floor': async () => (await import('../baselines/physics-baseline.ts')).createPhysicsBaseline(),
  'link-commands': async () => (await import('../micro/link-commands-bench.ts')).createLinkCommandsBench(),
  'hub-commands': async () => (await import('../micro/hub-commands-bench.ts')).createHubCommandsBench(),
  'link-events': async () => (await import('../micro/link-events-bench.ts')).createLinkEventsBench(),
  pace: async () => (await import('../micro/machine-pace-probe.ts')).createMachinePaceProbe(),
  'frame-floor': async () => (await import('../baselines/timer-baseline.ts')).createTimerBaseline(),
};

/** Whether the child processes with this role generate load rather than being measured. */
export const isLoadGenerator = (role: ChildRoleName): boolean => role in loadGeneratorRoles;

export type ChildRoleName = keyof typeof childRoles;
export type ChildRoles = { [N in ChildRoleName]: Awaited<ReturnType<(typeof childRoles)[N]>> };

type RoleMethod<N extends ChildRoleName, M extends keyof ChildRoles[N]> = Extract<
  ChildRoles[N][M],
  (argument: never) => unknown
>;

export type MethodArgument<N extends ChildRoleName, M extends keyof ChildRoles[N]> = Parameters<
  RoleMethod<N, M>
>[0];
export type MethodResult<N extends ChildRoleName, M extends keyof ChildRoles[N]> = Awaited<
  ReturnType<RoleMethod<N, M>>
>;

export interface ChildRequest {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}
