import type { ConnectionState } from './streaming-device-types.ts';

/** The connection states, with the worst state first. */
const statesBySeverity: readonly ConnectionState[] = ['failed', 'waiting', 'connecting', 'connected'];

type ReportState = (state: ConnectionState, reason?: string) => void;

/** Combines the states of several connections into the worst of them, and reports when the combined state changes. */
export const createCombinedState = (report: ReportState) => {
  const parts = new Map<string, { readonly state: ConnectionState; readonly reason: string | undefined }>();
  let lastReport = '';
  return {
    /** Returns a function for reporting the state of one connection. */
    part(name: string): ReportState {
      parts.set(name, { state: 'connecting', reason: undefined });
      return (state, reason) => {
        parts.set(name, { state, reason });
        const states = [...parts.values()];
        const worstPart = statesBySeverity
          .map((severity) => states.find((candidate) => candidate.state === severity))
          .find((candidate) => candidate !== undefined);
        const text = JSON.stringify(worstPart);
        if (worstPart === undefined || text === lastReport) return;
        lastReport = text;
        report(worstPart.state, worstPart.reason);
      };
    },
    has: (name: string): boolean => parts.has(name),
  };
};
