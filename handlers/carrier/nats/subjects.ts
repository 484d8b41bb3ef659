/** Where a service and its relays meet: by the name of the service. */
export interface Subjects {
  readonly stream: string;
  /** Events of every run. */
  readonly events: string;
  readonly eventsOf: (streamId: string) => string;
  readonly state: string;
  readonly interest: string;
  /** Questions to one run: no other answers them, whatever its name. */
  readonly askOf: (streamId: string) => string;
}

/** @param name letters, digits, - and _ */
export const subjectsOf = (name: string): Subjects => {
  const own = `scene-runtime.${name}`;
  return {
    stream: `scene-runtime-${name}`,
    events: `${own}.events.*`,
    eventsOf: (streamId) => `${own}.events.${streamId}`,
    state: `${own}.state`,
    interest: `${own}.interest`,
    askOf: (streamId) => `${own}.ask.${streamId}`,
  };
};
