import { useEffect, useRef, useState } from 'preact/hooks';
import { signal, type Signal } from '@preact/signals';
import { type OpenPanel, useLivePage } from '../../app/live-page-context.ts';
import { defaultPlayOptions, PlayForm, type PlayOptions } from './play-form.tsx';
import { type AnimationPlayer, createAnimationPlayer } from './animation-player.ts';
import { Button } from '../../components/button.tsx';
import { ClipTracks } from './clip-tracks.tsx';
import { LayerRowView } from './layer-row.tsx';
import { PlaybackEvents } from './playback-events.tsx';
import { formatSeconds } from './playhead.ts';
import { createTimeScale, formatMark, type TimeScale } from './time-scale.ts';
import { Transport } from './transport.tsx';
import { TweenRow } from './tween-row.tsx';
import { watchPageVisibility } from '../../session/store-helpers.ts';
import type { AnimatedObject } from './animated-objects-reader.ts';

/** The minimum time between two reads, which limits the reads to a few per second even if many events arrive. */
const minReadIntervalMs = 100;

/** Creates the panel, which follows the selected object's playbacks while it is visible. */
export const openAnimationPanel: OpenPanel = ({ session, notices, scene: { selection } }) => {
  const player = createAnimationPlayer({
    ...{ session, notices, selection },
    now: () => performance.now(),
    runEvery: (ms, work) => {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    waitBetweenReads: () => new Promise((resolve) => setTimeout(resolve, minReadIntervalMs)),
  });
  const playOptions = signal(defaultPlayOptions);
  return () => <AnimationPanel player={player} playOptions={playOptions} />;
};

interface AnimationPanelProps {
  readonly player: AnimationPlayer;
  readonly playOptions: Signal<PlayOptions>;
}

/** Shows the selected object's playbacks and tweens along a timeline. */
const AnimationPanel = ({ player, playOptions }: AnimationPanelProps) => {
  const { selection } = useLivePage().scene;
  const object = selection.value;
  useEffect(
    () =>
      watchPageVisibility((isVisible) => {
        player.isVisible.value = isVisible;
      }),
    [player],
  );
  if (object === undefined) return <AnimatedObjectList owners={player.animatedObjects.value} />;
  const { readError } = player.playbacks;
  if (readError.value !== undefined) return <p class="empty">{readError.value}</p>;
  return <Timeline key={object} player={player} object={object} playOptions={playOptions} />;
};

/** A list of objects with animations, shown instead of the timeline while no object is selected. */
const AnimatedObjectList = ({ owners }: { readonly owners: readonly AnimatedObject[] }) => {
  const { selection } = useLivePage().scene;
  return (
    <div class="owners">
      <p class="quiet">Select an object to see its animations.{owners.length > 0 && ' These have clips:'}</p>
      {owners.length > 0 && (
        <ul>
          {owners.map(({ tag, clips, playing }) => (
            <li key={tag}>
              <button
                type="button"
                class="button outlined"
                onClick={() => {
                  selection.value = tag;
                }}
              >
                {tag}
              </button>
              <span class="quiet">{clips.join(', ')}</span>
              {playing.length > 0 && <span class="playing">plays {playing.join(', ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

interface TimelineProps extends AnimationPanelProps {
  /** The object's tag. */
  readonly object: string;
}

/** The time that the timeline shows if nothing plays, in seconds. */
const emptySeconds = 2;

const Timeline = ({ player, object, playOptions }: TimelineProps) => {
  const rows = player.playbacks.rows.value;
  const tweens = player.tweens.value;
  const openClip = player.clips.openClip.value;
  const [chosenLayer, chooseLayer] = useState<number>();
  const [isFormOpen, openForm] = useState(false);
  const [areEventsOpen, openEvents] = useState(false);
  const time = useRef<HTMLSpanElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const current =
    rows.find(({ playback }) => playback.layer === chosenLayer) ??
    rows.find(({ reason }) => reason === undefined) ??
    rows[0];
  const scale = createTimeScale(
    Math.max(
      0,
      ...rows.map(({ playback }) => playback.duration),
      ...tweens.map((tween) => tween.delay + tween.time),
    ) ||
      (openClip?.duration ?? emptySeconds),
  );
  const onMove = (seconds: number): void => {
    if (time.current) time.current.textContent = formatSeconds(seconds);
    head.current?.style.setProperty('--head', String(scale.toFraction(seconds)));
    head.current?.setAttribute('data-time', formatSeconds(seconds));
  };
  const expandedRow = rows.find(({ playback }) => playback.clip === openClip?.name);
  return (
    <>
      <div class="log-toolbar transport">
        {current ? (
          <Transport player={player} row={current} time={time} />
        ) : (
          <PlayForm {...{ player, object, playOptions }} />
        )}
        <span class="grow" />
        <TimeScaleHint rate={player.playbacks.snapshot.value.rate} />
        {current && (
          <Button
            icon="plus"
            label="Play another clip"
            isPressed={isFormOpen}
            onClick={() => openForm(!isFormOpen)}
          />
        )}
        <Button
          icon="list"
          label="Playback events"
          isPressed={areEventsOpen}
          onClick={() => openEvents(!areEventsOpen)}
        />
      </div>
      {current && isFormOpen && (
        <div class="log-toolbar transport">
          <PlayForm {...{ player, object, playOptions }} />
        </div>
      )}
      <div class={areEventsOpen ? 'timeline with-events' : 'timeline'}>
        <div class="timeline-scroller">
          <div class="timeline-content">
            <Ruler scale={scale} />
            {rows.length > 0 && (
              <ul class="layers" aria-label={`Layers of ${object}`}>
                {rows.map((row) => (
                  <LayerRowView
                    key={row.playback.playbackId}
                    {...{ row, player, scale, onMove }}
                    isCurrent={row === current}
                    isExpanded={row === expandedRow}
                    onChoose={() => chooseLayer(row.playback.layer)}
                  />
                ))}
              </ul>
            )}
            {openClip && !expandedRow && <ClipTracks player={player} scale={scale} />}
            {tweens.length > 0 && (
              <ul aria-label={`Tweens of ${object}`}>
                {tweens.map((tween) => (
                  <TweenRow key={tween.tweenId} tween={tween} player={player} scale={scale} />
                ))}
              </ul>
            )}
            {rows.length === 0 && (
              <p class="empty">
                Nothing plays on {object}
                {tweens.length > 0 ? ', but tweens move it.' : '.'}
              </p>
            )}
            {current && <div class="playhead-line" ref={head} aria-hidden="true" />}
          </div>
        </div>
        {areEventsOpen && <PlaybackEvents events={player.playbacks.recentEvents.value} />}
      </div>
    </>
  );
};

const Ruler = ({ scale }: { readonly scale: TimeScale }) => (
  <div class="timeline-row ruler" aria-hidden="true">
    <div class="row-label" />
    <div class="lane">
      {scale.marks.map((mark) => (
        <span key={mark} class="number" style={{ left: `${scale.toFraction(mark) * 100}%` }}>
          {formatMark(mark)}
        </span>
      ))}
    </div>
  </div>
);

/** Shows the rate at which simulated time runs, if it is not the usual rate. */
const TimeScaleHint = ({ rate }: { readonly rate: number }) => {
  if (rate === 1) return null;
  return <span class="pace">{rate === 0 ? 'Time is paused' : `Time runs ${rate} ×`}</span>;
};
