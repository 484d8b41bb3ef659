/** A bound that one benchmark metric should meet. */
export interface Goal {
  readonly comparison: string;
  readonly candidate: string;
  readonly metric: string;
  /** The candidate whose metric is multiplied by `value`. When absent, `value` is in the metric's own unit. */
  readonly against?: string;
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  /** What the goal means to a user. */
  readonly means: string;
}

const httpBaselineName = 'node:http';
const mapsBaselineName = 'node:http, maps and ids';
const respondingMapsBaselineName = 'node:http, maps and the answer';
const tcpBaselineName = 'raw TCP';

export const performanceGoals: readonly Goal[] = [
  ...(
    [
      [10, 0.8],
      [100, 0.86],
      [1000, 0.86],
      [5000, 0.9],
    ] as const
  ).map(
    ([subscribers, value]): Goal => ({
      comparison: `fan-out/${subscribers}x1-turns`,
      candidate: 'target',
      metric: 'perCpu',
      against: tcpBaselineName,
      bound: 'at least',
      value,
      means: 'events reach subscribers about as fast as sockets can be written',
    }),
  ),
  ...(
    [
      [10, tcpBaselineName, 0.5],
      [100, tcpBaselineName, 0.87],
      [1000, tcpBaselineName, 0.87],
      [5000, tcpBaselineName, 0.9],
      [100, 'uWebSockets', 0.7],
      [1000, 'uWebSockets', 0.8],
      [5000, 'uWebSockets', 0.85],
    ] as const
  ).map(
    ([subscribers, against, value]): Goal => ({
      comparison: `fan-out/${subscribers}x16-turns`,
      candidate: 'target',
      metric: 'perCpu',
      against,
      bound: 'at least',
      value,
      means:
        against === tcpBaselineName
          ? 'bursts are delivered nearly as fast as sockets can be written'
          : 'bursts are delivered nearly as fast as by a native server',
    }),
  ),
  ...[10, 100, 1000, 5000].flatMap((subscribers) =>
    [1, 16].map(
      (burst): Goal => ({
        comparison: `fan-out/${subscribers}x${burst}-turns`,
        candidate: 'target',
        metric: 'perCpu',
        against: 'socket.io',
        bound: 'at least',
        value: 1.1,
        means: 'events cost less than those of socket.io, whether clients are few or many',
      }),
    ),
  ),
  {
    comparison: 'fan-out/100x1',
    candidate: 'target',
    metric: 'perCpu',
    against: 'raw TCP, joined',
    bound: 'at least',
    value: 0.9,
    means: 'a flood of events is delivered nearly as fast as sockets can be written',
  },
  ...(
    [
      ['p99Ms', 'all read', 'at most', 2, 'clients that do not read hardly delay those that do'],
      ['grownMb', undefined, 'at most', 40, 'clients that do not read cost little memory'],
      ['told', undefined, 'at least', 10, 'clients are notified of missed events'],
      ['closed', undefined, 'at least', 10, 'dropped clients are told why'],
    ] as const
  ).map(
    ([metric, against, bound, value, means]): Goal => ({
      comparison: 'backpressure/20',
      candidate: '10 stalled',
      metric,
      ...(against !== undefined && { against }),
      bound,
      value,
      means,
    }),
  ),
  ...(
    [
      ['hub-actions/32x1', 0.8],
      ['hub-actions/1x32', 1.2],
    ] as const
  ).map(
    ([comparison, value]): Goal => ({
      comparison,
      candidate: 'target',
      metric: 'perCpu',
      against: 'ws',
      bound: 'at least',
      value,
      means: 'a command costs little more than parsing, logging and responding',
    }),
  ),
  ...(
    [
      [
        'build/1000x5000',
        'target, return=ids',
        mapsBaselineName,
        2,
        'a build costs little more than parsing and storing it',
      ],
      [
        'build/1000x5000',
        'target',
        respondingMapsBaselineName,
        1.25,
        'a full response costs little more than writing it',
      ],
      [
        'build/1000x5000',
        'target, return=ids',
        'Node-RED',
        0.4,
        'a build costs less than half as much as a deployment of Node-RED',
      ],
      [
        'bulk/1000',
        'target',
        respondingMapsBaselineName,
        0.75,
        'a bulk costs less than serializing its response',
      ],
      ...['shuffled wires', '30 node types', 'replaced wires', 'failing at the end'].map(
        (shape) =>
          ['build/shapes', shape, 'in order', 1.3, 'no order of a body makes a build expensive'] as const,
      ),
    ] as const
  ).map(
    ([comparison, candidate, against, value, means]): Goal => ({
      ...{
        comparison,
        candidate,
        metric: 'cpuMs',
        against,
        bound: 'at most',
        value,
        means,
      },
    }),
  ),
  ...(
    [
      ['rest/put-value', 1],
      ['rest/get-value', 0.9],
      ['rest/action', 0.78],
    ] as const
  ).map(
    ([comparison, value]): Goal => ({
      comparison,
      candidate: 'target',
      metric: 'perCpu',
      against: httpBaselineName,
      bound: 'at least',
      value,
      means: 'the pipeline costs little on top of the HTTP server',
    }),
  ),
  {
    comparison: 'rest/batch-operation',
    candidate: 'in a batch',
    metric: 'cpuUs',
    against: httpBaselineName,
    bound: 'at most',
    value: 0.12,
    means: 'a batch saves nearly all of the cost of a call',
  },
  {
    comparison: 'engine/chain-1000',
    candidate: 'runtime',
    metric: 'activations',
    against: 'LiteGraph',
    bound: 'at least',
    value: 10,
    means: 'ten times as fast as LiteGraph without subscribers',
  },
  {
    comparison: 'engine/triggered-1000',
    candidate: 'runtime',
    metric: 'nsPerActivation',
    bound: 'at most',
    value: 80,
    means: 'a graph of a thousand triggered nodes takes half a per cent of a frame',
  },
  {
    comparison: 'engine/small-graphs',
    candidate: 'runtime, evaluated',
    metric: 'nsPerGraph',
    bound: 'at most',
    value: 1000,
    means: 'a thousand small graphs run in a sixteenth of a frame',
  },
  {
    comparison: 'engine/calls-10',
    candidate: 'called',
    metric: 'nsPerActivation',
    against: 'the same nodes inline',
    bound: 'at most',
    value: 2,
    means: 'a call of ten nodes costs at most twice as much as the nodes',
  },
  {
    comparison: 'engine/subscribed-1000',
    candidate: 'runtime, subscribed',
    metric: 'activations',
    against: 'stringified events',
    bound: 'at least',
    value: 5,
    means: 'a watched graph runs as fast as an unwatched one',
  },
  ...(
    [
      ['perSecond', 'at least', 59.9, 'the frame rate is stable'],
      ['perSecond', 'at most', 60.1, 'the frame rate is stable'],
      ['p99Ms', 'at most', 2, 'frames start on time'],
    ] as const
  ).map(
    ([metric, bound, value, means]): Goal => ({
      comparison: 'frame-loop/idle-60',
      candidate: 'runtime',
      metric,
      bound,
      value,
      means,
    }),
  ),
  ...(
    [
      ['under REST load', 3, 'frames start on time while clients write'],
      ['a build every 100 ms', 16.7, 'a build hardly ever costs a frame'],
    ] as const
  ).map(
    ([candidate, value, means]): Goal => ({
      ...{
        comparison: 'frames/jitter',
        candidate,
        metric: 'p99Ms',
        bound: 'at most',
        value,
        means,
      },
    }),
  ),
  ...['runtime-link/commands-1', 'runtime-link/commands-32'].map(
    (comparison): Goal => ({
      comparison,
      candidate: 'over the link, JSON',
      metric: 'cpuUs',
      against: 'SendAction over the hub',
      bound: 'at most',
      value: 1.1,
      means: 'a command to a runtime in its own process costs little more than one over the hub',
    }),
  ),
  {
    comparison: 'runtime-link/commands-1',
    candidate: 'over the link, JSON',
    metric: 'p50Ms',
    bound: 'at most',
    value: 0.3,
    means: 'a runtime in its own process responds hardly later than one in the same process',
  },
  ...['events', 'perCpu'].map(
    (metric): Goal => ({
      comparison: 'runtime-link/events',
      candidate: 'over the link, JSON',
      metric,
      bound: 'at least',
      value: 20,
      means: 'events of a busy graph cross the link as they happen',
    }),
  ),
  ...['healthP99Ms', 'graphP99Ms'].map(
    (metric): Goal => ({
      comparison: 'runtime-link/frames',
      candidate: 'runtime in its own process',
      metric,
      against: 'idle',
      bound: 'at most',
      value: 2,
      means: 'graphs that use all available time hardly delay a call',
    }),
  ),
  ...(
    [
      ['healthP99Ms', 50],
      ['actionP99Ms', 100],
    ] as const
  ).map(
    ([metric, value]): Goal => ({
      ...{ comparison: 'runtime-link/flood', candidate: '50,000 events a second' },
      ...{ metric, bound: 'at most', value },
      means: 'a runtime with many events hardly delays calls',
    }),
  ),
  {
    comparison: 'scene/tick',
    candidate: '1,000 tweens, 300 bodies',
    metric: 'p99Share',
    bound: 'at most',
    value: 40,
    means: 'a full scene leaves most of every frame to graphs and clients',
  },
  ...['single', 'double', 'bones'].map(
    (clips): Goal => ({
      comparison: `animation/${clips}`,
      candidate: 'playbacks',
      metric: 'p50Ms',
      against: 'mixers of three.js',
      bound: 'at most',
      value: 0.5,
      means: 'clips cost half as much as in the mixer of three.js',
    }),
  ),
  ...(
    [
      ['spawnUs', 1.5],
      ['tweenUs', 1.3],
      ['writeUs', 1.5],
      ['destroyUs', 1.5],
    ] as const
  ).map(
    ([metric, value]): Goal => ({
      comparison: 'scene/orders',
      candidate: 'among 10,000 objects',
      metric,
      against: 'among 100 objects',
      bound: 'at most',
      value,
      means: 'the cost per object does not depend on the number of objects',
    }),
  ),
  {
    comparison: 'scene/property-writes',
    candidate: '100 properties',
    metric: 'p50Ms',
    against: 'one property',
    bound: 'at most',
    value: 3,
    means: 'properties are written together at little more than the cost of one',
  },
  {
    comparison: 'scene/captures',
    candidate: 'with captures',
    metric: 'worstShare',
    bound: 'at most',
    value: 100,
    means: 'no frame is skipped while images are captured',
  },
  {
    comparison: 'scene/shown',
    candidate: 'somebody looks',
    metric: 'share',
    bound: 'at most',
    value: 5,
    means: 'watching a moving scene costs a twentieth of each frame',
  },
  ...(
    [
      ...['createUs', 'saveOneUs', 'listUs', 'idleTickUs'].map(
        (metric) => ['graphs/single', metric] as const,
      ),
      ...['openUs', 'saveUs'].map((metric) => ['graphs/project', metric] as const),
    ] as const
  ).map(
    ([comparison, metric]): Goal => ({
      comparison,
      candidate: 'among 10,000 graphs',
      metric,
      against: 'among 100 graphs',
      bound: 'at most',
      value: 1.5,
      means: 'the cost per graph does not depend on the number of graphs',
    }),
  ),
  {
    comparison: 'relay/publishing',
    candidate: 'published',
    metric: 'addedUs',
    bound: 'at most',
    value: 10,
    means: 'relays cost their service next to nothing',
  },
  {
    comparison: 'relay/deliveries',
    candidate: 'a relay',
    metric: 'perCpu',
    against: 'the service',
    bound: 'at least',
    value: 0.83,
    means: 'a delivery by a relay costs hardly more than one by the service',
  },
  {
    comparison: 'start/first-200',
    candidate: 'serve',
    metric: 'cpuMs',
    against: httpBaselineName,
    bound: 'at most',
    value: 1.9,
    means: 'the service starts nearly as fast as an empty one',
  },
  {
    comparison: 'memory/first-200',
    candidate: 'serve',
    metric: 'residentMb',
    against: httpBaselineName,
    bound: 'at most',
    value: 1.5,
    means: 'an idle service uses little more memory than an empty one',
  },
  {
    comparison: 'idle/empty-project',
    candidate: 'serve',
    metric: 'cpuMs',
    bound: 'at most',
    value: 5,
    means: 'an idle service hardly drains a battery',
  },
  ...(
    [
      ['calls', 0.5, 'an agent does in one call what takes a program two'],
      ['bytes', 0.18, 'an agent reads and writes less than a fifth of the bytes'],
    ] as const
  ).map(
    ([metric, value, means]): Goal => ({
      comparison: 'agents/session',
      candidate: 'tools',
      metric,
      against: 'REST',
      bound: 'at most',
      value,
      means,
    }),
  ),
  {
    comparison: 'kit/run',
    candidate: 'side by side',
    metric: 'seconds',
    bound: 'at most',
    value: 60,
    means: 'a verdict takes less than a minute',
  },
];
