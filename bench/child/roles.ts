/** Helper processes that give others work. */
const loads = {
  'http-load': async () => (await import('../load/http-load.ts')).createHttpLoad(),
  'http-probe': async () => (await import('../load/http-probe.ts')).createHttpProbe(),
  'fan-out-load': async () => (await import('../load/fan-out-load.ts')).createFanOutLoad(),
  'action-load': async () => (await import('../load/action-load.ts')).createActionLoad(),
  'stall-load': async () => (await import('../load/stall-load.ts')).createStallLoad(),
  'frame-watch': async () => (await import('../load/frame-watch.ts')).createFrameWatch(),
  'kit-run': async () => (await import('../load/kit-run.ts')).createKitRun(),
};

/** What a helper process can be. Loaded on demand, so that each process carries only its own job. */
export const roles = {
  ...loads,
  'http-floor': async () => (await import('../floors/http-floor.ts')).createHttpFloor(),
  'tcp-floor': async () => (await import('../floors/tcp-floor.ts')).createTcpFloor(),
  'ws-floor': async () => (await import('../floors/ws-floor.ts')).createWsFloor(),
  build: async () => (await import('../micro/build.ts')).createBuildBench(),
  'maps-floor': async () => (await import('../floors/maps-floor.ts')).createMapsFloor(),
  project: async () => (await import('../micro/project.ts')).createProjectBench(),
  graphs: async () => (await import('../micro/graphs.ts')).createGraphsBench(),
  'project-floor': async () => (await import('../floors/project-floor.ts')).createProjectFloor(),
  'litegraph-build': async () => (await import('../peers/litegraph-build.ts')).createLiteGraphBuild(),
  'socket-io-peer': async () => (await import('../peers/socket-io-peer.ts')).createSocketIoPeer(),
  'uwebsockets-peer': async () => (await import('../peers/uwebsockets-peer.ts')).createUwebsocketsPeer(),
  'node-red-peer': async () => (await import('../peers/node-red-peer.ts')).createNodeRedPeer(),
  'fastify-peer': async () => (await import('../peers/fastify-peer.ts')).createFastifyPeer(),
  engine: async () => (await import('../micro/engine.ts')).createEngineBench(),
  'engine-graphs': async () => (await import('../micro/engine-graphs.ts')).createEngineGraphs(),
  'engine-events-floor': async () => (await import('../micro/engine-events-floor.ts')).createEventsFloor(),
  'engine-floor': async () => (await import('../floors/closures-floor.ts')).createClosuresFloor(),
  'triggers-floor': async () => (await import('../floors/triggers-floor.ts')).createTriggersFloor(),
  'litegraph-triggers': async () =>
    (await import('../peers/litegraph-triggers.ts')).createLiteGraphTriggers(),
  'litegraph-chain': async () => (await import('../peers/litegraph-chain.ts')).createLiteGraphChain(),
  'behave-graph-chain': async () => (await import('../peers/behave-graph-chain.ts')).createBehaveGraphChain(),
  'frame-loop': async () => (await import('../micro/frame-loop.ts')).createFrameLoopBench(),
  'scene-tick': async () => (await import('../micro/scene-tick.ts')).createSceneTickBench(),
  'animation-tick': async () => (await import('../micro/animation-tick.ts')).createAnimationTickBench(),
  'mixers-floor': async () => (await import('../floors/mixers-floor.ts')).createMixersFloor(),
  'scene-orders': async () => (await import('../micro/scene-orders.ts')).createSceneOrdersBench(),
  'scene-capture': async () => (await import('../micro/scene-capture.ts')).createSceneCaptureBench(),
  'bodies-floor': async () => (await import('../floors/bodies-floor.ts')).createBodiesFloor(),
  'link-commands': async () => (await import('../micro/link-commands.ts')).createLinkCommands(),
  'hub-commands': async () => (await import('../micro/hub-commands.ts')).createHubCommands(),
  'link-events': async () => (await import('../micro/link-events.ts')).createLinkEvents(),
  pace: async () => (await import('../micro/pace.ts')).createPaceProbe(),
  'frame-floor': async () => (await import('../floors/timer-floor.ts')).createTimerFloor(),
};

/** Whether a helper process gives others work, in place of being measured. */
export const givesWork = (role: RoleName): boolean => role in loads;

export type RoleName = keyof typeof roles;
export type Roles = { [N in RoleName]: Awaited<ReturnType<(typeof roles)[N]>> };

type Method<N extends RoleName, M extends keyof Roles[N]> = Extract<
  Roles[N][M],
  (argument: never) => unknown
>;

/** What a method of a role takes. */
export type Asked<N extends RoleName, M extends keyof Roles[N]> = Parameters<Method<N, M>>[0];
/** What it answers. */
export type Answered<N extends RoleName, M extends keyof Roles[N]> = Awaited<ReturnType<Method<N, M>>>;

/** A call on its way into a child. */
export interface Question {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}
