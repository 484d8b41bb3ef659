import { createContext } from 'preact';

/** Below this zoom nobody can read a port: cards show their titles, large, and no values. */
export const zoomedOutThreshold = 0.35;

/** Whether the canvas is seen from afar. */
export const ZoomedOutContext = createContext(false);
