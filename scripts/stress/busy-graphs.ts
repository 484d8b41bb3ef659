/**
 * Runs graphs that use all available time, and measures how long REST requests take meanwhile. Needs `npm run build`.
 *
 * `npx tsx scripts/stress/busy-graphs.ts [--kind loops|searches|texts|actions|all] [--graphs 40] [--seconds 10]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { listKeys, mapToRecord } from '../../conformance/json.ts';
import { createServerCaller } from '../../fixtures/server-client.ts';
import { runAsScript } from './run-as-script.ts';
import { createLatencyHistogram, type LatencyHistogram } from './soak-hub/latency-histogram.ts';
import { createWorkspace, startServer } from '../../fixtures/testing-cli.ts';
import type { Json } from '#spec/values.ts';

interface GraphBody {
  readonly nodes: readonly {
    readonly tempId: string;
    readonly category: string;
    readonly ports?: Readonly<Record<string, Json>>;
  }[];
  readonly connections: readonly { readonly from: string; readonly to: string }[];
}

/** Creates graphs with loops that do the same work in every frame. Each loop stays within the limits of one event. */
const createLoops = (
  loops: number,
  times: number,
  category: string,
  ports: Readonly<Record<string, Json>>,
  result?: string,
): GraphBody => {
  const indexes = Array.from({ length: loops }, (_, index) => index);
  return {
    nodes: indexes.flatMap((n) => [
      { tempId: `frame${n}`, category: 'OnNewFrame' },
      { tempId: `loop${n}`, category: 'ForLoop', ports: { Last: times - 1 } },
      { tempId: `node${n}`, category, ports },
      ...(result ? [{ tempId: `watch${n}`, category: 'Watch' }] : []),
    ]),
    connections: indexes.flatMap((n) => [
      { from: `frame${n}/Out`, to: `loop${n}/In` },
      ...(result
        ? [
            { from: `loop${n}/Body`, to: `watch${n}/In` },
            { from: `node${n}/${result}`, to: `watch${n}/Value` },
          ]
        : [{ from: `loop${n}/Body`, to: `node${n}/In` }]),
    ]),
  };
};

const longText = 'The quick brown fox jumps over the lazy dog. '.repeat(2_200);

/** Graphs that come as close to their limits as possible. */
const busyGraphs = {
  loops: createLoops(9, 49_000, 'Watch', {}),
  searches: createLoops(
    3,
    1,
    'ReplaceText',
    { Text: longText, Find: '\\w+', Replacement: 'x', UseRegex: true },
    'Result',
  ),
  texts: createLoops(9, 1, 'ContainsText', { Text: longText, Find: 'cats', IgnoreCase: true }, 'Result'),
  actions: createLoops(9, 90, 'RunAction', { Action: 'time.get' }),
} as const satisfies Readonly<Record<string, GraphBody>>;

type BusyKind = keyof typeof busyGraphs;

interface BusyReport {
  readonly kind: BusyKind;
  /** Number of graphs that were still running at the end. */
  readonly running: number;
  /** Number of ticks during the measurement. */
  readonly ticks: number;
  /** Request latencies, keyed by kind of request. */
  readonly calls: Readonly<Record<string, LatencyHistogram>>;
  /** Console warnings about graphs that take too long. */
  readonly warnings: readonly string[];
}

/** Interval between two requests in milliseconds, chosen so that the requests themselves cause no load. */
const requestIntervalMs = 20;

export const runBusyGraphs = async (kind: BusyKind, graphs: number, seconds: number): Promise<BusyReport> => {
  const workspace = await createWorkspace();
  const server = await startServer(workspace);
  const call = createServerCaller(server);
  try {
    const ids: string[] = [];
    for (let n = 0; n < graphs; n += 1) {
      const { id } = await call<{ id: string }>('POST', '/api/graphs', { name: `busy ${n}` });
      await call('POST', `/api/graphs/${id}/build?sync=true`, busyGraphs[kind]);
      ids.push(id);
    }
    const edited = await call<{ id: string }>('POST', '/api/graphs', { name: 'edited' });
    await call('POST', `/api/graphs/${edited.id}/build`, {
      nodes: [{ tempId: 'sum', category: 'Add' }],
      connections: [],
    });
    const { nodes } = await call<{ nodes: { ports: { id: string; name: string }[] }[] }>(
      'GET',
      `/api/graphs/${edited.id}`,
    );
    const port = nodes.flatMap(({ ports }) => ports).find(({ name }) => name === 'A');
    for (const id of ids) await call('POST', `/api/graphs/${id}/run`);

    const requests = {
      'GET graph': () => call('GET', `/api/graphs/${edited.id}`),
      'PUT port': () => call('PUT', `/api/ports/${port?.id}/value`, { value: 1 }),
      'POST action': () => call('POST', '/api/actions/time/get', {}),
    };
    const tick = async () =>
      (await call<{ result: { tick: number } }>('POST', '/api/actions/time/get', {})).result.tick;
    const calls = mapToRecord(listKeys(requests), () => createLatencyHistogram());
    const startTick = await tick();
    const end = performance.now() + seconds * 1_000;
    await Promise.all(
      listKeys(requests).map(async (name) => {
        while (performance.now() < end) {
          const startedAt = performance.now();
          await requests[name]();
          calls[name].add(performance.now() - startedAt);
          await pause(requestIntervalMs);
        }
      }),
    );
    const ticks = (await tick()) - startTick;
    const running = (await call<{ state: string }[]>('GET', '/api/graphs')).filter(
      ({ state }) => state === 'running',
    );
    const lines = await call<{ message: string }[]>('GET', '/api/console?type=warning');
    return { kind, running: running.length, ticks, calls, warnings: lines.map(({ message }) => message) };
  } finally {
    await server.stop();
    await workspace.dispose();
  }
};

const kindOptions = ['all', ...listKeys(busyGraphs)] as const;

await runAsScript(
  import.meta.url,
  { kind: kindOptions, graphs: 40, seconds: 10 },
  async ({ kind: selectedKind, graphs, seconds }) => {
    for (const kind of selectedKind === 'all' ? listKeys(busyGraphs) : [selectedKind]) {
      const { running, ticks, calls, warnings } = await runBusyGraphs(kind, graphs, seconds);
      process.stdout.write(`${kind}: ${running} graphs run, ${ticks} ticks\n`);
      for (const [name, latency] of Object.entries(calls)) {
        const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => latency.percentile(share));
        process.stdout.write(`  ${name.padEnd(12)} p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms\n`);
      }
      for (const warning of new Set(warnings)) process.stdout.write(`  ${warning}\n`);
    }
    return [];
  },
);
