import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Program } from './program.ts';
import type { Session, Wishes } from './session.ts';

/**
 * A screen that nobody sees. Its pointer waits in the middle, which lies over the window at every width: without a manager
 * of windows the one under the pointer has the focus. A window may be larger than the screen.
 */
const SCREEN = '640x640x24';

/** The bar of the browser's window would not let it become as narrow as a phone. */
const THEME = '* { font-size: 1px; padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; }';

/** Whether the player wants motion. */
const settingsOf = (hasMotion: boolean) => `[Settings]\ngtk-enable-animations=${hasMotion ? 1 : 0}\n`;

/** Milliseconds between two questions whether the driver hears. */
const ASK_EVERY_MS = 100;

/** What the function below keeps in the page. */
interface Listening {
  heardFaults?: string[];
}

/**
 * Hears errors of the page from the first call on, and hands out those since the last one. Runs in the page, because
 * WebKit writes the console of a private window to nobody, and a driven window is private. A page that is being left
 * fails to load the rest of its parts, which is no fault.
 */
function takeFaults(): string[] {
  const page = window as Listening;
  if (!page.heardFaults) {
    let isLeft = false;
    const heard: string[] = (page.heardFaults = []);
    const hear = (...words: unknown[]) => !isLeft && heard.push(words.map(String).join(' '));
    const logError = console.error.bind(console);
    console.error = (...words: unknown[]) => {
      hear(...words);
      logError(...words);
    };
    addEventListener('beforeunload', () => (isLeft = true));
    addEventListener('error', ({ message }) => hear(message));
    addEventListener('unhandledrejection', ({ reason }) => hear('unhandled', reason));
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      hear(violatedDirective, 'refused', blockedURI),
    );
  }
  return page.heardFaults.splice(0);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends a command of WebDriver. */
async function send<Result>(address: string, method: string, body?: object): Promise<Result> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}: ${value.message}`);
  return value;
}

/** Waits until the driver answers. */
async function untilUp(address: string): Promise<void> {
  for (;;) {
    try {
      return await send(`${address}/status`, 'GET');
    } catch {
      await delay(ASK_EVERY_MS);
    }
  }
}

/** Starts WebKitGTK's own browser on a screen that nobody sees and speaks WebDriver to it. */
export async function startWebkit(
  driverPath: string,
  screenPath: string,
  { hasMotion }: Wishes,
): Promise<Session> {
  const settings = await mkdtemp(join(tmpdir(), 'one-rp-webkit-'));
  await mkdir(join(settings, 'gtk-3.0'));
  await writeFile(join(settings, 'gtk-3.0/gtk.css'), THEME);
  await writeFile(join(settings, 'gtk-3.0/settings.ini'), settingsOf(hasMotion));
  const screen = new Program(screenPath, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp']);
  const [, display] = await screen.untilLine(/^(\d+)$/);
  const port = await findFreePort();
  const driver = new Program(driverPath, [`--port=${port}`], {
    DISPLAY: `:${display}`,
    XDG_CONFIG_HOME: settings,
    // code of a page that lives for seconds is not optimised
    JSC_useDFGJIT: '0',
    JSC_useFTLJIT: '0',
    // without a graphics card the processor draws; threads beside each other only wait for the same cores
    LP_NUM_THREADS: '1',
  });
  const address = `http://127.0.0.1:${port}`;
  await untilUp(address);
  const { sessionId } = await send<{ sessionId: string }>(`${address}/session`, 'POST', {
    // `open` waits itself: it listens for errors meanwhile
    capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } },
  });
  const session = `${address}/session/${sessionId}`;
  const post = <Result>(command: string, body: object) => send<Result>(`${session}/${command}`, 'POST', body);
  const faults: string[] = [];

  const run: Session['run'] = async (work, ...args) => {
    const script = `return (async (args) => JSON.stringify({
      faults: (${String(takeFaults)})(), result: await (${String(work)})(...args) }))(arguments[0])`;
    const said = await post<string>('execute/sync', { script, args: [args] });
    const answer = JSON.parse(said) as { faults: string[]; result: Awaited<ReturnType<typeof work>> };
    faults.push(...answer.faults);
    return answer.result;
  };

  return {
    open: async (url) => {
      await run(() => void Object.assign(window, { isLeft: true }));
      await post('url', { url });
      const hasLoaded = () => !('isLeft' in window) && document.readyState === 'complete';
      while (!(await run(hasLoaded).catch(() => false))) await delay(ASK_EVERY_MS);
    },
    run,
    act: (source) => post('actions', { actions: [source] }),
    resize: async (width, height) => {
      const [widthOfBars, heightOfBars] = await run(
        () => [outerWidth - innerWidth, outerHeight - innerHeight] as const,
      );
      await post('window/rect', { width: width + widthOfBars, height: height + heightOfBars });
    },
    picture: async () => Buffer.from(await send<string>(`${session}/screenshot`, 'GET'), 'base64'),
    faults: () => faults,
    close: async () => {
      // one that crashed has no session any more
      await send(session, 'DELETE').catch(() => {});
      await driver.stop();
      await screen.stop();
      await rm(settings, { recursive: true, force: true });
    },
  };
}
