import { createContext } from 'preact';

/** Below this zoom level, ports would be unreadable, so cards show large titles and no values. */
export const zoomedOutThreshold = 0.35;

/** Whether the canvas is zoomed out. */
export const ZoomedOutContext = createContext(false);
