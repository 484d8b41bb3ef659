/** The subjects that a service and its relays share, derived from the name of the service. */
export interface Subjects {
  readonly stream: string;
  /** The subject for the events of all runs. */
  readonly events: string;
  readonly getRunEvents: (streamId: string) => string;
  readonly state: string;
  readonly interest: string;
  /**
   * Returns the subject for requests to one run. Other runs don't receive these requests, even if their service has the
   * same name.
   */
  readonly getRunRequests: (streamId: string) => string;
}

/** @param name the name of the service, which consists of letters, digits, - and _ */
export const createSubjects = (name: string): Subjects => {
  const prefix = `scene-runtime.${name}`;
  return {
    stream: `scene-runtime-${name}`,
    events: `${prefix}.events.*`,
    getRunEvents: (streamId) => `${prefix}.events.${streamId}`,
    state: `${prefix}.state`,
    interest: `${prefix}.interest`,
    getRunRequests: (streamId) => `${prefix}.ask.${streamId}`,
  };
};
