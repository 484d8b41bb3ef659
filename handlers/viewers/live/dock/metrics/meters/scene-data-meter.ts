import type { Meter } from './meter.ts';

/** A call of the page, as the browser tells of it. */
type SceneRequest = Pick<PerformanceResourceTiming, 'name' | 'transferSize' | 'encodedBodySize'>;

/** Hands on each call that has been answered. @returns what ends it */
type ObserveRequests = (onCall: (call: SceneRequest) => void) => () => void;

const observeRequests: ObserveRequests = (onCall) => {
  const observer = new PerformanceObserver((list) => {
    for (const call of list.getEntries() as PerformanceResourceTiming[]) onCall(call);
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
};

/** Counts what the picture of the scene is told. */
export const createSceneDataMeter = (follow: ObserveRequests = observeRequests): Meter => {
  let count = 0;
  let bytes = 0;
  let isHidden = false;
  const forget = (): void => {
    count = 0;
    bytes = 0;
    isHidden = false;
  };
  return {
    start() {
      forget();
      return follow(({ name, transferSize, encodedBodySize }) => {
        if (!new URL(name).pathname.endsWith('/api/scene/changes')) return;
        count += 1;
        bytes += encodedBodySize;
        // of another origin the browser tells neither
        isHidden ||= transferSize === 0 && encodedBodySize === 0;
      });
    },
    async read(seconds) {
      const values = { changes: count / seconds, ...(!isHidden && { bytes: bytes / 1_000 / seconds }) };
      forget();
      return values;
    },
  };
};
