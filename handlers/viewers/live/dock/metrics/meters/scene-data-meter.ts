import type { Meter } from './meter.ts';

/** A request of the page, as the browser reports it. */
type SceneRequest = Pick<PerformanceResourceTiming, 'name' | 'transferSize' | 'encodedBodySize'>;

/** Reports each completed request. @returns a function that stops it */
type ObserveRequests = (onCall: (request: SceneRequest) => void) => () => void;

const observeRequests: ObserveRequests = (onCall) => {
  const observer = new PerformanceObserver((list) => {
    for (const request of list.getEntries() as PerformanceResourceTiming[]) onCall(request);
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
};

/** Counts the responses and bytes that update the scene view. */
export const createSceneDataMeter = (observe: ObserveRequests = observeRequests): Meter => {
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
      return observe(({ name, transferSize, encodedBodySize }) => {
        if (!new URL(name).pathname.endsWith('/api/scene/changes')) return;
        count += 1;
        bytes += encodedBodySize;
        // for another origin the browser exposes neither
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
