import type { Meter } from './meter.ts';

/** A request made by the page, as reported by the browser. */
type SceneRequest = Pick<PerformanceResourceTiming, 'name' | 'transferSize' | 'encodedBodySize'>;

/**
 * Calls a function with each completed request.
 * @returns a function that stops the calls
 */
type ObserveRequests = (onCall: (request: SceneRequest) => void) => () => void;

const observeRequests: ObserveRequests = (onCall) => {
  const observer = new PerformanceObserver((list) => {
    for (const request of list.getEntries() as PerformanceResourceTiming[]) onCall(request);
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
};

/** Creates a meter that counts the responses and bytes with which the scene view is updated. */
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
        // the browser exposes neither size if the service has another origin
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
