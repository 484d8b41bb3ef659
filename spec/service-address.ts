export const defaultPort = 7180;

/** Default port for LAN mode. */
export const defaultLanPort = 7181;

export const hubPath = '/api/events';

export const defaultEventsUrl = `ws://127.0.0.1:${defaultPort}${hubPath}`;
