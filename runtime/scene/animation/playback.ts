/** One clip that plays on one object. */
import { createFade } from '../fade.ts';
import { Playhead } from './playhead.ts';
import { mergeMarkers } from './clip-markers.ts';
import type { PlaybackInfo } from '../../link/runtime-link.ts';
import type { EasingName } from '#spec/actions/easings.ts';
import type { LoopMode } from '#spec/actions/loop-modes.ts';
import type { EventData } from '#spec/events.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Fade } from '../fade.ts';
import type { Clip, Marker } from './clips/clip.ts';
import type { PlayheadEvent } from './playhead.ts';
import type { PlaybackRow, PlaybackTable } from './playback-table.ts';
import type { ClipBinding, MixerInput } from './mixer/object-mixer.ts';

export type StopReason = EventData<'animation.playback.stopped'>['reason'];

/** Options of a playback; the contract limits the ranges of its numbers. */
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

/** The data of a playback once its layer is assigned and its clip is bound. */
interface PlaybackInit extends Omit<PlayRequest, 'clip' | 'layer'> {
  /** The number of playbacks that were started before it. */
  readonly age: number;
  readonly object: SceneObject;
  readonly clip: Clip;
  readonly binding: ClipBinding;
  readonly layer: number;
  /** The positions of all playbacks. */
  readonly table: PlaybackTable<Playback>;
  /** Called for each event of a playback while time advances. */
  readonly onEvent: (playback: Playback, event: PlayheadEvent) => void;
}

/** The reason that a fade-out reports at its end, and the playback whose time it follows, if not its own. */
interface FadeOutState {
  readonly reason: StopReason;
  readonly leadPlayback: Playback | undefined;
}

/** A live playback, an input of the mixer of its object. It is a class because there are thousands of them. */
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
  /** Its target weight, without fades. */
  weight: number;
  /** The change towards the target weight. */
  weightFade: Fade | undefined;
  /** The fade-in or fade-out. */
  fade: Fade | undefined;
  /** Markers in addition to those of its clip. */
  extraMarkers: readonly Marker[];
  fadeOut: FadeOutState | undefined;
  /** Whether it is the target of a cross-fade that has not ended. */
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

  /** In seconds from the start of its clip. */
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

  /** The factor that fades apply to its weight. */
  get fadeLevel(): number {
    return this.fade?.level() ?? 1;
  }

  /** Replaces its clip by another one of the same name. */
  replaceClip(clip: Clip, binding: ClipBinding): void {
    this.binding = binding;
    if (clip === this.clip) return;
    const { duration } = this.clip;
    this.clip = clip;
    this.playhead.setMarkers(this.markers);
    if (clip.duration !== duration) this.playhead.setDuration(clip.duration);
    this.updateRow();
  }

  /** Applies the simulated seconds that have passed. @returns which fade has ended */
  advance(deltaTime: number): 'in' | 'out' | undefined {
    if (!this.#paused && deltaTime > 0) {
      this.playhead.advance(this.#onEvent);
      this.weightFade?.advance(deltaTime);
    }
    const endedFade = this.fade && this.#advanceFade(deltaTime, this.fade);
    this.updateRow();
    return endedFade;
  }

  /** Updates its row from its playhead and its fades. Without fades the row advances in bulk. */
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

  /** Starts its fade-in as the target of a cross-fade. */
  startCrossFade(duration: number, ease: EasingName): void {
    this.isCrossFading = true;
    this.fade = createFade(0, 1, duration, ease);
    this.updateRow();
  }

  /** Fades out, then ends. */
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

  /** Replaces the markers in addition to those of its clip. */
  setMarkers(markers: readonly Marker[]): void {
    this.extraMarkers = markers;
    this.playhead.setMarkers(this.markers);
    this.updateRow();
  }

  /** Changes its weight over this many seconds. */
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

  /** Returns all state that determines how it continues, as plain data. */
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
