import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Program } from './program.ts';
import type { Session, Wishes } from './session.ts';

const PREFERENCES = {
  // without a graphics card WebGL is drawn by the processor
  'webgl.force-enabled': true,
  // without a graphics card the processor draws every frame
  'layout.frame_rate': 20,
  // a page that lives for seconds is not worth it
  'javascript.options.ion': false,
  'dom.ipc.processPrelaunch.enabled': false,
  // nothing on the machine plays a sound
  'media.cubeb.backend': 'null',
};

/** A message of WebDriver BiDi from the browser: the answer to a command, or an event. */
interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  method?: string;
  result?: unknown;
  error?: string;
  message?: string;
  params?: EventParams;
}

/** Parameters of the events that are heard here. */
interface EventParams {
  level?: string;
  text?: string | null;
}

/** From the first of these events to any other one a page is being left. What it then fails to load is no fault. */
const NAVIGATION_EVENTS = [
  'browsingContext.navigationStarted',
  'browsingContext.navigationCommitted',
  'browsingContext.navigationFailed',
];

/** Firefox says this of the live stream of a page that was left, on a busy machine only once the next page is there. */
const LEFT_STREAM = /^The connection to \S+\/api\/v1\/live\S* was interrupted while the page was loading\.$/;

/** Sends commands over the socket of WebDriver BiDi. */
class Bidi {
  readonly faults: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #sent = 0;
  #isLeaving = false;

  constructor(address: string) {
    this.#socket = new WebSocket(address, { perMessageDeflate: false });
    this.#socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as Message));
  }

  async opened(): Promise<void> {
    await once(this.#socket, 'open');
  }

  async send<Result>(method: string, params: object): Promise<Result> {
    const id = (this.#sent += 1);
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  }

  #hear(message: Message): void {
    const { id, method = '', params } = message;
    if (id !== undefined) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (NAVIGATION_EVENTS.includes(method)) {
      this.#isLeaving = method === NAVIGATION_EVENTS[0];
    } else if (method === 'log.entryAdded' && params?.level === 'error' && !this.#isLeaving) {
      const text = params.text ?? '';
      if (!LEFT_STREAM.test(text)) this.faults.push(text);
    }
  }
}

/** Starts a Firefox without a window on the screen and speaks WebDriver BiDi to it. */
export async function startFirefox(path: string, { hasMotion }: Wishes): Promise<Session> {
  const profile = await mkdtemp(join(tmpdir(), 'one-rp-firefox-'));
  const preferences = { ...PREFERENCES, 'ui.prefersReducedMotion': hasMotion ? 0 : 1 };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const program = new Program(path, [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    profile,
  ]);
  const [, address = ''] = await program.untilLine(/BiDi listening on (ws:\S+)/);
  const bidi = new Bidi(`${address}/session`);
  await bidi.opened();
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded', ...NAVIGATION_EVENTS] });
  // the first window never gets the focus, and without it Enter and Space press no button
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'window' });

  return {
    open: async (url) =>
      void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (work, ...args) => {
      const { result, exceptionDetails } = await bidi.send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        functionDeclaration: `async (args) => JSON.stringify((await (${String(work)})(...JSON.parse(args))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null');
    },
    act: async (source) => void (await bidi.send('input.performActions', { context, actions: [source] })),
    resize: async (width, height) =>
      void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    picture: async () => {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    faults: () => bidi.faults,
    close: async () => {
      await program.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
