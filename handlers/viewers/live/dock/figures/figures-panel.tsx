import { useEffect } from 'preact/hooks';
import { createOffered } from '../parts/offered.ts';
import { FigureCard } from './figure-card.tsx';
import { figureIds, figureKinds } from './figure-kinds.ts';
import { createClockMeter } from './meters/clock-meter.ts';
import { createEventMeter } from './meters/event-meter.ts';
import { createHealthMeter } from './meters/health-meter.ts';
import { createSceneMeter } from './meters/scene-meter.ts';
import { createRecorder } from './recorder.ts';
import type { OpenPanel } from '../tab.ts';
import type { Offered } from '../parts/offered.ts';
import type { Recorder } from './recorder.ts';

const now = (): number => performance.timeOrigin + performance.now();

const after = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** How much happens, and how fast: measured while it is looked at. */
export const openFigures: OpenPanel = ({ session, notices }) => {
  const clock = createClockMeter(session, now);
  const meters = [
    createEventMeter({ session, notices, now, stepMs: clock.stepMs }),
    clock,
    createHealthMeter(session, now),
    createSceneMeter(),
  ];
  const recorder = createRecorder(meters, { now, after });
  const offered = createOffered(session, notices);
  return () => <FiguresPanel recorder={recorder} offered={offered} />;
};

interface FiguresPanelProps {
  readonly recorder: Recorder;
  readonly offered: Offered;
}

const FiguresPanel = ({ recorder, offered }: FiguresPanelProps) => {
  useEffect(() => {
    const watch = (): void => recorder.watch(document.visibilityState === 'visible');
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      document.removeEventListener('visibilitychange', watch);
      recorder.watch(false);
    };
  }, [recorder]);
  return (
    <>
      {figureIds.map((id) => {
        const { needs } = figureKinds[id];
        return (
          <FigureCard
            key={id}
            id={id}
            samples={recorder.samples.value}
            lacks={needs && offered.lacks(needs)}
          />
        );
      })}
    </>
  );
};
