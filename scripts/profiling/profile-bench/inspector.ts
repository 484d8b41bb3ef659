/** Profiles a running process over the inspector protocol. */
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';

/** A function of the profile, with the number of samples in it. */
interface ProfileNode {
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly hitCount?: number;
}

/** A CPU profile in V8's format. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
}

interface Inspector {
  startProfile(): Promise<unknown>;
  /**
   * Stops recording.
   * @returns the profile since the start
   */
  stopProfile(): Promise<CpuProfile>;
  close(): void;
}

/** Result of an evaluated expression. */
interface EvaluationResult {
  readonly result: { readonly value?: unknown };
}

/** Node's inspector listens here when a signal enables it. */
const inspectorListUrl = 'http://127.0.0.1:9229/json/list';

const samplingUs = 200;

const findInspectorUrl = async (): Promise<string> => {
  for (const again of [50, 100, 200, 400, 800]) {
    const listed = await fetch(inspectorListUrl).catch(() => undefined);
    const [found] = listed ? ((await listed.json()) as { readonly webSocketDebuggerUrl: string }[]) : [];
    if (found) return found.webSocketDebuggerUrl;
    await pause(again);
  }
  throw new Error(`no inspector listens at ${inspectorListUrl}`);
};

/**
 * Opens the inspector of a process on this machine.
 * @throws Error when it does not listen, or another process uses its port
 */
export const openInspector = async (pid: number): Promise<Inspector> => {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await findInspectorUrl(), { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let latest = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id: number; readonly result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const ask = (method: string, params = {}): Promise<unknown> => {
    latest += 1;
    const id = latest;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  const { result } = (await ask('Runtime.evaluate', { expression: 'process.pid' })) as EvaluationResult;
  if (result.value !== pid) {
    socket.close();
    throw new Error(
      `The port of the inspector belongs to process ${result.value}, not ${pid}. Stop the inspector of that process.`,
    );
  }
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: samplingUs });
  return {
    startProfile: () => ask('Profiler.start'),
    stopProfile: async () => ((await ask('Profiler.stop')) as { readonly profile: CpuProfile }).profile,
    close: () => socket.close(),
  };
};
