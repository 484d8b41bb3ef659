/** One clip that plays on one object. */
import { createFade } from '../fade.ts';
import { Course } from './course.ts';
import { ordered } from './markers.ts';
import type { PlaybackFacts } from '../../link/protocol.ts';
import type { EasingName } from '#spec/actions/easings.ts';
import type { LoopMode } from '#spec/actions/loop-modes.ts';
import type { EventData } from '#spec/events.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Fade } from '../fade.ts';
import type { Clip, Marker } from './clips/clip.ts';
import type { Passage } from './course.ts';
import type { Pace, PaceTable } from './pace-table.ts';
import type { Binding, Voice } from './poses/rig.ts';

export type StopReason = EventData<'animation.playback.stopped'>['reason'];

/** How a clip is to be played; numbers are within the ranges of the contract. */
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

/** What a playback is once its layer is found and its clip bound. */
interface Opening extends Omit<PlayRequest, 'clip' | 'layer'> {
  /** How many have been started when it has. */
  readonly age: number;
  readonly object: SceneObject;
  readonly clip: Clip;
  readonly binding: Binding;
  readonly layer: number;
  /** Where all playbacks are. */
  readonly paces: PaceTable<Playback>;
  /** Is told what a playback passes, while time passes for it. */
  readonly told: (playback: Playback, what: Passage) => void;
}

/** The end that a fade leads to, and whose time it goes with when not with that of the playback itself. */
interface Leaving {
  readonly reason: StopReason;
  readonly leader: Playback | undefined;
}

/** A live playback, which the rig of its object hears as a voice. A class, because there are thousands of them. */
export class Playback implements Voice {
  readonly age: number;
  readonly id: string;
  readonly object: SceneObject;
  readonly layer: number;
  readonly group: string | undefined;
  readonly loopMode: LoopMode;
  readonly mask: string | undefined;
  readonly course: Course;
  readonly additive: boolean;
  readonly #told: (what: Passage) => void;
  readonly #paces: PaceTable<Playback>;
  readonly #pace: Pace;
  clip: Clip;
  binding: Binding;
  /** Its weight apart from fades, when it is where it is to be. */
  share: number;
  /** The way to there. */
  ramp: Fade | undefined;
  /** Of its weight, at its beginning and its end. */
  fade: Fade | undefined;
  /** Beside the markers of its clip. */
  given: readonly Marker[];
  leaving: Leaving | undefined;
  /** Whether a cross-fade leads to it that is not over. */
  crossing = false;
  #paused = false;
  #live = true;

  constructor(opening: Opening) {
    const { age, object, clip, binding, layer, group, mask, markers = [], paces, told, ...request } = opening;
    this.#paces = paces;
    this.#pace = paces.take(this);
    this.#told = (what) => told(this, what);
    this.age = age;
    this.id = `playback-${age}`;
    this.object = object;
    this.clip = clip;
    this.layer = layer;
    this.group = group;
    this.mask = mask;
    this.given = markers;
    this.loopMode = request.loopMode;
    this.course = new Course({
      ...request,
      ...{ duration: clip.duration, markers: this.markers, pace: this.#pace },
    });
    this.binding = binding;
    this.additive = request.additive;
    this.share = request.weight;
    this.fade = request.fadeIn > 0 ? createFade(0, 1, request.fadeIn) : undefined;
    this.settle();
  }

  get markers(): readonly Marker[] {
    return ordered(this.clip.markers, this.given);
  }

  /** Of its pace. */
  get row(): number {
    return this.#pace.row;
  }

  /** Seconds into its clip. */
  get time(): number {
    return this.#pace.time;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Whether it has not ended. */
  get live(): boolean {
    return this.#live;
  }

  get state(): PlaybackFacts['state'] {
    if (this.#paused) return 'paused';
    return this.course.held ? 'held' : 'playing';
  }

  /** The share of its weight that fades leave. */
  get faded(): number {
    return this.fade?.level() ?? 1;
  }

  /** Takes another clip of the same name in the place of its own. */
  recast(clip: Clip, binding: Binding): void {
    this.binding = binding;
    if (clip === this.clip) return;
    const { duration } = this.clip;
    this.clip = clip;
    this.course.setMarkers(this.markers);
    if (clip.duration !== duration) this.course.refit(clip.duration);
    this.settle();
  }

  /** Takes in the simulated seconds that have passed. @returns which fade is over */
  advance(deltaTime: number): 'in' | 'out' | undefined {
    if (!this.#paused && deltaTime > 0) {
      this.course.advance(this.#told);
      this.ramp?.advance(deltaTime);
    }
    const over = this.fade && this.#advanceFade(deltaTime, this.fade);
    this.settle();
    return over;
  }

  /** Takes in where its course and its fades are; without fades it is left to its pace. */
  settle(): void {
    if (!this.#live) return;
    if (this.ramp?.hasEnded()) this.ramp = undefined;
    this.#pace.time = this.course.time();
    this.#pace.weight = (this.ramp?.level() ?? this.share) * this.faded;
    if (this.#paused || this.ramp || this.fade) this.#pace.halt();
    else this.course.glide();
  }

  pause(): void {
    this.#paused = true;
    this.settle();
  }

  resume(): void {
    this.#paused = false;
    this.course.wait();
    this.settle();
  }

  /** Plays no longer. */
  end(): void {
    this.#live = false;
    this.#paces.giveBack(this.#pace);
  }

  #advanceFade(deltaTime: number, fade: Fade): 'in' | 'out' | undefined {
    const leader = this.leaving?.leader;
    if (leader ? leader.live && leader.paused : this.#paused) return undefined;
    fade.advance(deltaTime);
    if (!fade.hasEnded()) return undefined;
    if (this.leaving) return 'out';
    this.fade = undefined;
    return 'in';
  }

  /** Comes in by a cross-fade. */
  crossIn(duration: number, ease: EasingName): void {
    this.crossing = true;
    this.fade = createFade(0, 1, duration, ease);
    this.settle();
  }

  /** Goes out, and ends then. */
  leave(leaving: Leaving, duration: number, ease?: EasingName): void {
    this.leaving = leaving;
    this.fade = createFade(this.faded, 0, duration, ease);
    this.settle();
  }

  /** Goes to a moment of its clip. */
  seek(time: number): void {
    this.course.seek(time);
    this.settle();
  }

  setSpeed(speed: number): void {
    this.course.setSpeed(speed);
    this.settle();
  }

  /** Takes other markers beside those of its clip. */
  setMarkers(markers: readonly Marker[]): void {
    this.given = markers;
    this.course.setMarkers(this.markers);
    this.settle();
  }

  /** Takes another weight, in so many seconds. */
  setShare(share: number, time: number): void {
    this.ramp = createFade(this.ramp?.level() ?? this.share, share, time);
    this.share = share;
    this.settle();
  }

  /** What its events carry. */
  facts() {
    const { id, object, clip, layer, group } = this;
    return {
      playbackId: id,
      object: object.tag,
      clip: clip.name,
      layer,
      ...(group !== undefined && { group }),
    };
  }

  record(): PlaybackFacts {
    const { course, mask } = this;
    return {
      ...this.facts(),
      state: this.state,
      loopMode: this.loopMode,
      speed: course.speed,
      weight: this.share,
      effectiveWeight: this.#pace.weight,
      additive: this.additive,
      ...(mask !== undefined && { mask }),
      time: this.time,
      duration: this.clip.duration,
      direction: course.direction,
      loops: course.loops,
      markers: this.markers.map(({ name, position }) => ({ name, position })),
    };
  }

  /** All that decides what becomes of it, as plain data. */
  journal(): unknown {
    const { id, object, clip, layer, group, loopMode, mask, additive, paused } = this;
    const { course, share, ramp, fade, leaving } = this;
    return {
      ...{ id, object: object.id, clip: clip.name, layer, group, loopMode, mask, additive, paused },
      ...{ course: course.state(), share, ramp: ramp?.state(), fade: fade?.state() },
      leaving: leaving && { reason: leaving.reason, leader: leaving.leader?.id },
    };
  }
}
