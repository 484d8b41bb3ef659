import { createClient, type SceneEvent } from '#spec/client/index.ts';
import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { toResponse } from '../hosts/fetch-host.ts';
import type { Call, Reply } from '../pipeline/call.ts';
import { canonicalizePath } from '../pipeline/router.ts';
import { getCallToken } from '../pipeline/authorize-call.ts';
import type { InProcessEvents } from '../in-process-events.ts';
import type { SceneAccess } from './service-access.ts';

/** The parts of the service that its tools use. */
export interface InProcessService {
  dispatch(call: Call): MaybePromise<Reply>;
  readonly events: InProcessEvents;
}

/** Gives tools access to this service. The tools' calls are authorized as if the client itself had sent them. */
export const createInProcessAccess = (call: Call, { dispatch, events }: InProcessService): SceneAccess => {
  const fetch = async (url: unknown, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const reply = await dispatch({
      ...call,
      token: getCallToken(call, 'agents'),
      method,
      path: canonicalizePath(pathname),
      query: search.slice(1),
      contentType: 'application/json',
      accept: undefined,
      ifMatch: new Headers(headers).get('if-match') ?? undefined,
      acceptsBytes: false,
      body: typeof body === 'string' ? { text: body } : undefined,
    });
    return toResponse(reply, method);
  };
  return {
    client: createClient({ url: 'http://own', fetch }),
    async listen(patterns, listener, since) {
      const types = patterns.flatMap((pattern) => resolvePattern(parsePattern(pattern)));
      const { gap, unsubscribe } = events.listen(types, (event) => listener(event as SceneEvent), since);
      return {
        gap,
        get seq() {
          return events.seq;
        },
        unsubscribe: async () => unsubscribe(),
      };
    },
    getLastSeq: async () => events.seq,
  };
};
