/** Profiles a running process through the inspector protocol. */
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';

/** A function in the profile, with the number of its samples. */
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
   * @returns the profile of the time since the recording was started
   */
  stopProfile(): Promise<CpuProfile>;
  close(): void;
}

/** Result of evaluating an expression. */
interface EvaluationResult {
  readonly result: { readonly value?: unknown };
}

/** Node's inspector listens at this address after a signal has enabled it. */
const inspectorListUrl = 'http://127.0.0.1:9229/json/list';

const samplingUs = 200;

const findInspectorUrl = async (): Promise<string> => {
  for (const delayMs of [50, 100, 200, 400, 800]) {
    const response = await fetch(inspectorListUrl).catch(() => undefined);
    const [target] = response ? ((await response.json()) as { readonly webSocketDebuggerUrl: string }[]) : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(delayMs);
  }
  throw new Error(`no inspector listens at ${inspectorListUrl}`);
};

/**
 * Opens the inspector of a process on this machine.
 * @throws Error if the inspector does not listen, or another process uses its port
 */
export const openInspector = async (pid: number): Promise<Inspector> => {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await findInspectorUrl(), { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let lastId = 0;
  const pending = new Map<number, (result: unknown) => void>();
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id: number; readonly result: unknown };
    pending.get(id)?.(result);
    pending.delete(id);
  });
  const callMethod = (method: string, params = {}): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      pending.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  const { result } = (await callMethod('Runtime.evaluate', {
    expression: 'process.pid',
  })) as EvaluationResult;
  if (result.value !== pid) {
    socket.close();
    throw new Error(
      `The port of the inspector belongs to process ${result.value}, not ${pid}. Stop the inspector of that process.`,
    );
  }
  await callMethod('Profiler.enable');
  await callMethod('Profiler.setSamplingInterval', { interval: samplingUs });
  return {
    startProfile: () => callMethod('Profiler.start'),
    stopProfile: async () =>
      ((await callMethod('Profiler.stop')) as { readonly profile: CpuProfile }).profile,
    close: () => socket.close(),
  };
};
