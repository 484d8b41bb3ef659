import { createWorkerRenderer } from '#runtime/scene/rendering/worker-renderer.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { watchFrames } from './frame-times.ts';
import { startFrameHeartbeat } from './frame-heartbeat.ts';
import type { FrameLoopOptions, FrameTimes } from './frame-times.ts';

export interface CaptureOrder extends FrameLoopOptions {
  readonly cubes: number;
  /** Whether captures are taken one after another while frames are observed. */
  readonly captures: boolean;
}

export interface CaptureResult extends FrameTimes {
  readonly pictures: number;
}

const captureSize = { width: 1280, height: 720 };

/** Creates a benchmark of a real-time runtime. Captures of its scene are taken while its frames are observed. */
export const createSceneCaptureBench = () => ({
  async run({ cubes, captures, ...options }: CaptureOrder): Promise<CaptureResult> {
    const renderer = createWorkerRenderer();
    const runtime = createRuntime({ fps: options.perSecond, now: () => new Date(), pictures: renderer });
    const act = async (action: string, parameters: Readonly<Record<string, unknown>>): Promise<void> => {
      await runtime.execute('action.run', { action, parameters });
    };
    for (let index = 0; index < cubes; index += 1) {
      const position = { x: (index % 40) - 20, y: (Math.floor(index / 40) % 25) - 12, z: -index / 100 };
      await act('scene.spawn', { type: 'Primitives/Cube', position, active: true });
    }
    await act('transform.setPosition', { object: 'main-camera', position: { x: 0, y: 0, z: 30 } });
    const capture = () => act('output.capture', { ...captureSize, format: 'png' });
    // The first capture starts the capture thread and loads the scene into it.
    if (captures) await capture();

    let pictureCount = 0;
    let isDone = false;
    const captureRepeatedly = async (): Promise<void> => {
      while (!isDone) {
        await capture();
        pictureCount += 1;
      }
    };
    let capturing: Promise<void> | undefined;
    const frames = await watchFrames(options, (onFrame) => {
      const stop = startFrameHeartbeat(runtime, onFrame);
      if (captures) capturing = captureRepeatedly();
      return () => {
        isDone = true;
        stop();
      };
    });
    await capturing;
    await renderer.close();
    return { ...frames, pictures: pictureCount };
  },
});
