import type { HttpDevice } from './http.ts';

/** The world outside, as nodes reach it. */
export interface Devices {
  readonly http: HttpDevice;
}
