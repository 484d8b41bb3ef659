import type { SessionState } from './session.ts';

/** What the page shows about the connection to the service. */
export const connectionLabels: Readonly<Record<SessionState, string>> = {
  connecting: 'Connecting …',
  connected: 'Connected',
  reconnecting: 'Connection lost, reconnecting …',
  locked: 'Needs a token',
  off: 'The API is switched off',
  unreachable: 'Service unreachable, retrying …',
};

/** Returns the reason why the page can't use the service now, or `undefined` if it can. */
export const getDisconnectedReason = (state: SessionState): string | undefined =>
  state === 'connected' ? undefined : connectionLabels[state];
