/** Default port of the service. */
export const defaultPort = 7180;

/** Default port of LAN mode. */
export const defaultLanPort = 7181;

/** Path of the hub. */
export const hubPath = '/api/events';

export const defaultEventsUrl = `ws://127.0.0.1:${defaultPort}${hubPath}`;
