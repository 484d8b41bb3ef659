import { createClient, type SceneEvent } from '#spec/client/index.ts';
import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { toResponse } from '../hosts/translate.ts';
import type { Call, Reply } from '../pipeline/call.ts';
import { canonicalPath } from '../pipeline/canonical-path.ts';
import { callToken } from '../pipeline/tier.ts';
import type { OwnEvents } from '../own-events.ts';
import type { SceneAccess } from './access.ts';

/** What of the service its tools are given. */
export interface Own {
  dispatch(call: Call): MaybePromise<Reply>;
  readonly events: OwnEvents;
}

/** This service, as the client of a call may use it: every call of a tool is judged as if it had made it itself. */
export const ownAccess = (call: Call, { dispatch, events }: Own): SceneAccess => {
  const fetch = async (url: unknown, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const reply = await dispatch({
      ...call,
      token: callToken(call, 'agents'),
      method,
      path: canonicalPath(pathname),
      query: search.slice(1),
      contentType: 'application/json',
      accept: undefined,
      ifMatch: new Headers(headers).get('if-match') ?? undefined,
      takesBytes: false,
      body: typeof body === 'string' ? { text: body } : undefined,
    });
    return toResponse(reply, method);
  };
  return {
    client: createClient({ url: 'http://own', fetch }),
    async listen(patterns, listener, since) {
      const types = patterns.flatMap((pattern) => resolvePattern(parsePattern(pattern)));
      const { gap, end } = events.listen(types, (event) => listener(event as SceneEvent), since);
      return {
        gap,
        get seq() {
          return events.seq;
        },
        end: async () => end(),
      };
    },
    lastSeq: async () => events.seq,
  };
};
