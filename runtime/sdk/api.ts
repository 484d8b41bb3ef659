/**
 * The SDK for runtimes: connects an engine that you write to a service of the Scene Runtime Control API. These types
 * refer to nothing else, so that the package can contain them as they are.
 */

/** A value as in JSON. Vectors are `{x, y, z}`, and colors are `{r, g, b, a}` with components from 0 to 1. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The parameters or the result of an action, keyed by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** 16 numbers in column-major order. */
export type Matrix = ArrayLike<number>;

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Properties by name, each declared by a JSON schema or by the name of a type, such as `Float`, `String`, `Vector3`,
 * `Color` or `ObjectSelector`. Clients can write a vector as `[x, y, z]` too; actions receive it as `{x, y, z}`.
 */
export type Properties = Readonly<Record<string, JsonSchema | string>>;

/** A property of a component. */
export interface Property {
  /** A port type, such as `Float`, `Integer`, `Boolean`, `String`, `Vector3`, `Color` or `Dropdown`. */
  readonly type: string;
  readonly description?: string;
  /** The minimum of a number, or of each component of a vector. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The maximum number of characters of a string. */
  readonly maxLength?: number;
  /** The options of a `Dropdown`. */
  readonly options?: readonly string[];
  readonly readOnly?: true;
}

/** A component of an object. */
export interface Component {
  readonly description?: string;
  readonly properties: Readonly<Record<string, Property>>;
}

/** An animation clip. */
export interface Clip {
  /** The length in seconds. */
  readonly seconds: number;
  /** Positions in seconds, keyed by the names of the markers. */
  readonly markers?: Readonly<Record<string, number>>;
}

/** An object that exists in the engine already. */
export interface ExistingObject<Handle> {
  readonly handle: Handle;
  readonly name: string;
  /** The menu path of the object, such as `Primitives/Cube`; empty by default. */
  readonly type?: string;
  /** The tag by which clients address the object; generated from the name by default. */
  readonly tag?: string;
}

/** A direct action. */
export interface Action<Handle> {
  /** What the action does, in one phrase. Needed only for actions that the catalog doesn't contain. */
  readonly summary?: string;
  /**
   * The properties of the parameters, as JSON schemas. Properties without a default are required. Actions of the catalog
   * have the parameters of the catalog, so they need neither `parameters` nor `result`.
   */
  readonly parameters?: Properties;
  /** The properties of the result, as JSON schemas. All of them are required. */
  readonly result?: Properties;
  /** The kinds of events that the action raises. */
  readonly events?: readonly string[];
  /** The number of seconds that the service waits for the result. */
  readonly timeout?: number;
  /** Runs the action. If the result is a promise, steps continue until it settles. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an action without a result returns nothing
  run(parameters: Fields, runtime: Runtime<Handle>): Fields | void | Promise<Fields | void>;
}

/** A list of items that clients can discover. */
export interface DataType<Handle> {
  readonly description: string;
  /** Lists the items. Each has a field `name`. */
  list(runtime: Runtime<Handle>): readonly Fields[];
}

/** A data input of a node type. */
export interface NodeInput {
  /** A port type, such as `Float`, `Vector3`, `ObjectSelector` or `Dropdown`. */
  readonly type: string;
  /** The value until the input is set; by default, the zero value of the type. */
  readonly default?: Json;
  /** The options of a `Dropdown`. */
  readonly options?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The outputs that a node has computed, after the exit that it fires if it has several. */
// biome-ignore lint/suspicious/noConfusingVoidType: a node without outputs returns nothing
export type NodeResult = Fields | readonly [exit: string, outputs?: Fields] | void;

/** A node type of your own. */
export interface NodeType<Handle> {
  readonly description?: string;
  /** The category in which the service lists the node type; by default, the prefix with a capital letter. */
  readonly category?: string;
  /** Data inputs, keyed by name: port types, or ports with more than a type. */
  readonly inputs?: Readonly<Record<string, string | NodeInput>>;
  /** The types of the data outputs, keyed by name. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** The trigger outputs; only `Out` by default. */
  readonly exits?: readonly string[];
  /** Whether the node has no triggers, and is evaluated whenever one of its outputs is read. */
  readonly isPure?: boolean;
  /**
   * Computes the outputs. With several exits, it returns the exit to fire and the outputs; otherwise, it returns only
   * the outputs. When it throws a `CommandError`, the graph gets a warning and continues.
   */
  run(inputs: Fields, runtime: Runtime<Handle>): NodeResult;
}

/** A kind of events of your own. */
export interface EventKind {
  readonly summary: string;
  /** The properties of the data, as JSON schemas. Properties without a default are required. */
  readonly data?: Properties;
  /** Fields of the data by which subscriptions can filter. */
  readonly subject?: readonly ('object' | 'group' | 'clip' | 'graphId' | 'nodeId')[];
}

/**
 * An engine that clients control through the service. All methods are optional. Actions, node types, events and lists
 * that need a missing method are not offered to clients.
 *
 * Methods are called between two steps or within a step. Matrices are in the axes of the engine, relative to the
 * parent. To reject a call, throw a `CommandError`. Any other error fails only the command or graph that caused it; its
 * stack is written to the console of the process.
 * @typeParam Handle whatever the engine uses for an object, such as an instance or a number
 */
export interface Engine<Handle = unknown> {
  readonly name: string;
  readonly version?: string;
  /** The axis that points up; `Y` by default. */
  readonly upAxis?: 'Y' | 'Z';
  /** Whether the axes are right- or left-handed; `right` by default. */
  readonly handedness?: 'right' | 'left';
  /** The name of the only scene; `Default` by default. */
  readonly sceneName?: string;
  /** The first part of all names of your own, such as `paint` for `paint.stroke`. */
  readonly prefix?: string;
  /**
   * Actions, keyed by name: actions of the catalog, such as `scene.setColor`, and your own, which start with the prefix
   * and a dot.
   */
  readonly actions?: Readonly<Record<string, Action<Handle>>>;
  /** Node types of your own, keyed by names that start with the prefix and a dot. */
  readonly nodeTypes?: Readonly<Record<string, NodeType<Handle>>>;
  /** Event kinds of your own, keyed by names in lower case that start with the prefix and a dot. */
  readonly eventKinds?: Readonly<Record<string, EventKind>>;
  /** Data types of discovery, keyed by name. The names start with the prefix and a hyphen. */
  readonly dataTypes?: Readonly<Record<string, DataType<Handle>>>;

  /** Called once, before all other methods. */
  start?(runtime: Runtime<Handle>): void;
  /** Lists the objects that exist at the start. */
  objects?(): Iterable<ExistingObject<Handle>>;
  /** Returns what can be spawned: menu paths such as `Primitives/Cube`, each with a short description. */
  spawnables?(): Readonly<Record<string, string>>;
  /** Creates an object of a type from `spawnables`. */
  spawn?(type: string, tag: string): Handle;
  /** Returns the sizes in bytes of the assets that can be spawned, keyed by names such as `models/flower.glb`. */
  assets?(): Readonly<Record<string, number>>;
  /** Reads an asset. Called before the asset is loaded for the first time, and again after another project was opened. */
  preload?(asset: string): Promise<void>;
  /** Creates the objects of an asset, and returns the root. */
  load?(asset: string): Handle;
  /** Lists the children of a loaded or added object with their names. They become objects of their own. */
  children?(handle: Handle): Iterable<{ readonly handle: Handle; readonly name: string }>;
  /**
   * Copies an object without its children. The copy has no parent. Without this method, an object is copied by `spawn`,
   * and then gets the same properties.
   */
  copy?(handle: Handle, tag: string): Handle;
  /** Removes an object. Its children are removed, too, each by a call of its own. */
  destroy?(handle: Handle): void;
  /** Returns the matrix of an object. Without this method, only clients and graphs move objects. */
  getMatrix?(handle: Handle): Matrix;
  setMatrix?(handle: Handle, matrix: number[]): void;
  /** Returns whether the front of an object is its -Z axis, as it is for cameras and lights; false by default. */
  facesNegativeZ?(handle: Handle): boolean;
  /** Returns the parent of an object that exists at the start or was loaded. */
  getParent?(handle: Handle): Handle | undefined;
  /** Sets the parent of an object, or moves it to the root. The matrix of the object is set again afterwards. */
  setParent?(handle: Handle, parent: Handle | undefined): void;
  getActive?(handle: Handle): boolean;
  setActive?(handle: Handle, active: boolean): void;
  /** Puts an object on a layer, from 0 to 31. */
  setLayer?(handle: Handle, index: number): void;
  /** Receives the display name of an object when it is created or renamed. */
  setName?(handle: Handle, name: string): void;
  /** Returns the components of an object, keyed by name. Return the same object while nothing has changed. */
  components?(handle: Handle): Readonly<Record<string, Component>>;
  read?(handle: Handle, component: string, property: string): Json;
  /** Writes a property. The value has the type of the property and is within its range. */
  write?(handle: Handle, component: string, property: string, value: Json): void;
  /**
   * Returns the clips of an object, keyed by name. Return the same object while nothing has changed.
   */
  clips?(handle: Handle): Readonly<Record<string, Clip>>;
  /**
   * Applies a clip at a time. Called in each step for each playback, in the order of blend layers, with a weight from 0
   * to 1, and a last time with the weight 0 when the playback has ended.
   */
  pose?(handle: Handle, clip: string, seconds: number, weight: number): void;
  /** Draws what the main camera sees, as PNG. Steps continue until a promise settles. */
  picture?(width: number, height: number): Uint8Array | Promise<Uint8Array>;
  /** Advances the engine by one step, after graphs, tweens and animations. */
  step?(seconds: number): void;
  /** Receives the folder of the open project, or `undefined` when no project is open. */
  openProject?(folder: string | undefined): void;
}

/** A runtime that controls an engine. */
export interface Runtime<Handle = unknown> {
  /**
   * Returns the handle of the object with a tag.
   * @throws CommandError OBJECT_NOT_FOUND with similar tags
   */
  getHandle(tag: string): Handle;
  /** Returns the tag of an object, which clients can change; `undefined` if clients don't know the object. */
  getTag(handle: Handle): string | undefined;
  /**
   * Adds an object that the engine has created itself.
   * @returns its tag
   */
  addObject(object: ExistingObject<Handle>): string;
  /** Removes an object that the engine has destroyed itself, with its descendants. */
  removeObject(tag: string): void;
  /** Writes to the console of the service. */
  log(severity: 'log' | 'warning' | 'error', message: string): void;
  /** Raises an event of a kind of your own, or of the catalog if an action lists the kind in `events`. */
  raiseEvent(kind: string, data: Fields): void;
  /**
   * Performs the steps that are due. Steps follow a timer anyway. Call this method in each frame of an engine that draws
   * in its own main loop, so that its steps and its frames stay together.
   */
  update(): void;
  /** Stops all graphs and steps, and disconnects. */
  stop(): void;
}

export interface ConnectOptions {
  /** The address of the runtime link; `ws://127.0.0.1:7180/runtime` by default. */
  readonly url?: string | undefined;
  /** The number of steps in one second; 60 by default. */
  readonly stepsPerSecond?: number | undefined;
  /** Called when the connection is up, and when it is lost or can't be established. Writes to the console by default. */
  onStatus?(isConnected: boolean, message: string): void;
}

/** Runs an engine, and connects it to a service. Reconnects whenever the connection is lost. */
export type Connect = <Handle>(engine: Engine<Handle>, options?: ConnectOptions) => Runtime<Handle>;

/** Thrown to reject a command with an error code of the service, such as `OBJECT_NOT_FOUND` or `ACTION_FAILED`. */
export type CommandErrorClass = new (code: string, message: string, details?: Fields) => Error;
