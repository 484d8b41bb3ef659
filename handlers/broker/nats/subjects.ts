/** The subjects that a service and its relays share, derived from the name of the service. */
export interface Subjects {
  readonly stream: string;
  /** Events of every run. */
  readonly events: string;
  readonly getRunEvents: (streamId: string) => string;
  readonly state: string;
  readonly interest: string;
  /** Requests to one run, which no other run answers, whatever its name. */
  readonly getRunRequests: (streamId: string) => string;
}

/** @param name letters, digits, - and _ */
export const createSubjects = (name: string): Subjects => {
  const own = `scene-runtime.${name}`;
  return {
    stream: `scene-runtime-${name}`,
    events: `${own}.events.*`,
    getRunEvents: (streamId) => `${own}.events.${streamId}`,
    state: `${own}.state`,
    interest: `${own}.interest`,
    getRunRequests: (streamId) => `${own}.ask.${streamId}`,
  };
};
