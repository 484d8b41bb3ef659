import { Fault } from '#spec/errors.ts';
import type { CarriedFault } from './messages.ts';

export const toCarriedFault = ({ code, reason, details, resolution, status }: Fault): CarriedFault => ({
  code,
  reason,
  details,
  resolution,
  status,
});

export const fromCarriedFault = ({ code, reason, details, resolution, status }: CarriedFault): Fault =>
  new Fault(code, reason, details, resolution, status);
