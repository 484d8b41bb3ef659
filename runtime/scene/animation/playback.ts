/** The playback of one clip on one object. */
import { createFade, type Fade } from '../fade.ts';
import { type Clip, type Marker, mergeMarkers } from './clips/clip.ts';
import { Playhead, type PlayheadEvent } from './playhead.ts';
import type { EasingName } from '#spec/actions/easings.ts';
import type { LoopMode } from '#spec/actions/loop-modes.ts';
import type { EventData } from '#spec/events.ts';
import type { PlaybackInfo } from '../../link/runtime-link.ts';
import type { SceneObject } from '../scene-object.ts';
import type { ClipBinding, MixerInput } from './mixer/object-mixer.ts';
import type { PlaybackRow, PlaybackTable } from '../../kernels/animation/playback-table.ts';

export type StopReason = EventData<'animation.playback.stopped'>['reason'];

/** Options of a playback. The contract limits the ranges of the numbers. */
export interface PlayRequest {
  readonly clip: string;
  readonly loopMode: LoopMode;
  readonly speed: number;
  readonly weight: number;
  readonly additive: boolean;
  readonly layer?: number | undefined;
  readonly group?: string | undefined;
  readonly startTime: number;
  readonly fadeIn: number;
  readonly mask?: string | undefined;
  readonly markers?: readonly Marker[] | undefined;
}

/** The data of a playback after its layer has been assigned and its clip has been bound. */
interface PlaybackInit extends Omit<PlayRequest, 'clip' | 'layer'> {
  /** The number of playbacks that were started before this one. */
  readonly age: number;
  readonly object: SceneObject;
  readonly clip: Clip;
  readonly binding: ClipBinding;
  readonly layer: number;
  readonly table: PlaybackTable<Playback>;
  /** Called for each event of the playback while time advances. */
  readonly onEvent: (playback: Playback, event: PlayheadEvent) => void;
}

/** The reason to report when the fade-out ends. If the fade-out follows another playback's time, also that playback. */
interface FadeOutState {
  readonly reason: StopReason;
  readonly leadPlayback: Playback | undefined;
}

/**
 * A live playback, which is an input of its object's mixer. This is a class because there are thousands of instances.
 */
export class Playback implements MixerInput {
  readonly age: number;
  readonly id: string;
  readonly object: SceneObject;
  readonly layer: number;
  readonly group: string | undefined;
  readonly loopMode: LoopMode;
  readonly mask: string | undefined;
  readonly playhead: Playhead;
  readonly additive: boolean;
  readonly #onEvent: (event: PlayheadEvent) => void;
  readonly #table: PlaybackTable<Playback>;
  readonly #row: PlaybackRow;
  clip: Clip;
  binding: ClipBinding;
  /** The target weight of the playback, without fades. */
  weight: number;
  /** The change towards the target weight. */
  weightFade: Fade | undefined;
  fade: Fade | undefined;
  /** Markers in addition to those of the clip. */
  extraMarkers: readonly Marker[];
  fadeOut: FadeOutState | undefined;
  /** Whether the playback is the target of a cross-fade that has not ended yet. */
  isCrossFading = false;
  #paused = false;
  #live = true;

  constructor(opening: PlaybackInit) {
    const {
      age,
      object,
      clip,
      binding,
      layer,
      group,
      mask,
      markers = [],
      table,
      onEvent,
      ...request
    } = opening;
    this.#table = table;
    this.#row = table.allocateRow(this);
    this.#onEvent = (event) => onEvent(this, event);
    this.age = age;
    this.id = `playback-${age}`;
    this.object = object;
    this.clip = clip;
    this.layer = layer;
    this.group = group;
    this.mask = mask;
    this.extraMarkers = markers;
    this.loopMode = request.loopMode;
    this.playhead = new Playhead({
      ...request,
      ...{ duration: clip.duration, markers: this.markers, row: this.#row },
    });
    this.binding = binding;
    this.additive = request.additive;
    this.weight = request.weight;
    this.fade = request.fadeIn > 0 ? createFade(0, 1, request.fadeIn) : undefined;
    this.updateRow();
  }

  get markers(): readonly Marker[] {
    return mergeMarkers(this.clip.markers, this.extraMarkers);
  }

  get row(): number {
    return this.#row.row;
  }

  /** The time in seconds from the start of the clip. */
  get time(): number {
    return this.#row.time;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get live(): boolean {
    return this.#live;
  }

  get state(): PlaybackInfo['state'] {
    if (this.#paused) return 'paused';
    return this.playhead.held ? 'held' : 'playing';
  }

  /** The factor by which fades multiply the weight. */
  get fadeLevel(): number {
    return this.fade?.level() ?? 1;
  }

  replaceClip(clip: Clip, binding: ClipBinding): void {
    this.binding = binding;
    if (clip === this.clip) return;
    const { duration } = this.clip;
    this.clip = clip;
    this.playhead.setMarkers(this.markers);
    if (clip.duration !== duration) this.playhead.setDuration(clip.duration);
    this.updateRow();
  }

  /**
   * Applies the simulated seconds that have passed.
   * @returns which fade has ended, if any
   */
  advance(deltaTime: number): 'in' | 'out' | undefined {
    if (!this.#paused && deltaTime > 0) {
      this.playhead.advance(this.#onEvent);
      this.weightFade?.advance(deltaTime);
    }
    const endedFade = this.fade && this.#advanceFade(deltaTime, this.fade);
    this.updateRow();
    return endedFade;
  }

  /** Updates the table row from the playhead and the fades. While there are no fades, the row can advance in bulk. */
  updateRow(): void {
    if (!this.#live) return;
    if (this.weightFade?.hasEnded()) this.weightFade = undefined;
    this.#row.time = this.playhead.time();
    this.#row.weight = (this.weightFade?.level() ?? this.weight) * this.fadeLevel;
    if (this.#paused || this.weightFade || this.fade) this.#row.clearQuietRange();
    else this.playhead.allowBulkAdvance();
  }

  pause(): void {
    this.#paused = true;
    this.updateRow();
  }

  resume(): void {
    this.#paused = false;
    this.playhead.restartClock();
    this.updateRow();
  }

  end(): void {
    this.#live = false;
    this.#table.freeRow(this.#row);
  }

  #advanceFade(deltaTime: number, fade: Fade): 'in' | 'out' | undefined {
    const leader = this.fadeOut?.leadPlayback;
    if (leader ? leader.live && leader.paused : this.#paused) return undefined;
    fade.advance(deltaTime);
    if (!fade.hasEnded()) return undefined;
    if (this.fadeOut) return 'out';
    this.fade = undefined;
    return 'in';
  }

  startCrossFade(duration: number, ease: EasingName): void {
    this.isCrossFading = true;
    this.fade = createFade(0, 1, duration, ease);
    this.updateRow();
  }

  /** Fades out the playback and then ends it. */
  startFadeOut(fadeOut: FadeOutState, duration: number, ease?: EasingName): void {
    this.fadeOut = fadeOut;
    this.fade = createFade(this.fadeLevel, 0, duration, ease);
    this.updateRow();
  }

  seek(time: number): void {
    this.playhead.seek(time);
    this.updateRow();
  }

  setSpeed(speed: number): void {
    this.playhead.setSpeed(speed);
    this.updateRow();
  }

  /** Replaces the additional markers, while the clip's own markers stay. */
  setMarkers(markers: readonly Marker[]): void {
    this.extraMarkers = markers;
    this.playhead.setMarkers(this.markers);
    this.updateRow();
  }

  /** Changes the weight over this many seconds. */
  setWeight(weight: number, time: number): void {
    this.weightFade = createFade(this.weightFade?.level() ?? this.weight, weight, time);
    this.weight = weight;
    this.updateRow();
  }

  toEventData() {
    const { id, object, clip, layer, group } = this;
    return {
      playbackId: id,
      object: object.tag,
      clip: clip.name,
      layer,
      ...(group !== undefined && { group }),
    };
  }

  toRecord(): PlaybackInfo {
    const { playhead, mask } = this;
    return {
      ...this.toEventData(),
      state: this.state,
      loopMode: this.loopMode,
      speed: playhead.speed,
      weight: this.weight,
      effectiveWeight: this.#row.weight,
      additive: this.additive,
      ...(mask !== undefined && { mask }),
      time: this.time,
      duration: this.clip.duration,
      direction: playhead.direction,
      loops: playhead.loops,
      markers: this.markers.map(({ name, position }) => ({ name, position })),
    };
  }

  /** Returns, as plain data, all state that determines how the playback continues. */
  captureState(): unknown {
    const { id, object, clip, layer, group, loopMode, mask, additive, paused } = this;
    const { playhead, weight, weightFade, fade, fadeOut } = this;
    return {
      ...{ id, object: object.id, clip: clip.name, layer, group, loopMode, mask, additive, paused },
      ...{ course: playhead.state(), share: weight, ramp: weightFade?.state(), fade: fade?.state() },
      leaving: fadeOut && { reason: fadeOut.reason, leader: fadeOut.leadPlayback?.id },
    };
  }
}
