import { playbackControlAudits } from './playback-control.ts';
import { playbackGroupAudits } from './groups.ts';
import { playbackLayerAudits } from './layers.ts';
import { loopModeAudits } from './loop-modes.ts';
import { playbackEventFilterAudits } from './event-filters.ts';
import { playbackQueryAudits } from './playback-queries.ts';
import { playbackWarningAudits } from './playback-warnings.ts';

export const animationAudits = [
  ...playbackQueryAudits,
  ...loopModeAudits,
  ...playbackControlAudits,
  ...playbackLayerAudits,
  ...playbackGroupAudits,
  ...playbackWarningAudits,
  ...playbackEventFilterAudits,
];
