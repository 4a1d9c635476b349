/** One step of a pointer or a key, as both WebDriver and WebDriver BiDi name it. */
type Step =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'keyDown' | 'keyUp'; value: string };

export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  actions: Step[];
}

/** What the player wants from an engine. */
export interface Wishes {
  /** Drawing what moves costs most of the time, as in the tests in Chromium. */
  hasMotion: boolean;
}

/** A window of an engine. These few calls are all that the two standards are used for; `Visitor` does the rest with them. */
export interface Session {
  /** Opens an address and waits until it has loaded. */
  open: (address: string) => Promise<void>;
  /** Calls a function in the page. It may use only its arguments and the page; arguments and result are JSON. */
  run: <Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** Moves the pointer or presses keys, as a hand would. */
  act: (source: InputSource) => Promise<void>;
  /** Gives the page this size, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** A PNG of what the window shows. */
  picture: () => Promise<Buffer>;
  /** Errors on the console and exceptions, so far. */
  faults: () => string[];
  close: () => Promise<void>;
}
