import { renderLanding, statistic } from '../../stage/landingCase.tsx';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { useLiveServers, useServersStatistic } from '#/client/areas/landing/state/queries.ts';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { LIVE_BEAT_MS } from '#/contract/live.ts';
import type { Drop } from '#/contract/cases.ts';

/** The stream, as a test plays it. */
class FakeStream extends EventTarget {
  static all: FakeStream[] = [];
  readonly url: string;
  isClosed = false;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const LAST_RETRY_MS = tuning.dom.live.lastMs;

const heard: Drop[] = [];
const hear = (drop: Drop) => void heard.push(drop);

function Listener() {
  useLiveServers();
  useLive('drop', hear);
  const { data } = useServersStatistic();
  return `${useLiveIsOpen() ? 'live' : 'asking'} ${data?.servers[0]?.online}`;
}

const streams = FakeStream.all;
const open = () => streams.filter(({ isClosed }) => !isClosed);
const fire = (name: string, target: EventTarget = streams.at(-1)!) => target.dispatchEvent(new Event(name));

let isHidden: MockInstance<() => boolean>;
let isOnline: MockInstance<() => boolean>;

function hide(hidden: boolean): void {
  isHidden.mockReturnValue(hidden);
  fire('visibilitychange', document);
}

beforeEach(() => {
  streams.length = 0;
  heard.length = 0;
  vi.stubGlobal('EventSource', FakeStream);
  isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});

test('L7 a page has one stream in its language, and what it says is on the page', async () => {
  const { screen } = await renderLanding(<Listener />);
  await expect.element(screen.container).toHaveTextContent('asking 1200');
  expect(streams.map(({ url }) => url)).toEqual(['/api/v1/live?locale=en']);
  streams[0]!.say('servers', { servers: statistic.servers.toReversed(), record: null });
  await expect.element(screen.container).toHaveTextContent('live 0');
  await screen.unmount();
  expect(open()).toEqual([]);
});

test('an event that the contract does not know changes nothing and is logged', async () => {
  const { screen } = await renderLanding(<Listener />);
  const logged = vi.mocked(console.error).mockImplementation(() => {});
  streams[0]!.say('drop', { id: 'x' });
  expect(heard).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockClear();
  await screen.unmount();
});

test('a stream that fails is opened anew, later each time, and says nothing in the console', async () => {
  const warned = vi.spyOn(console, 'warn');
  const { screen } = await renderLanding(<Listener />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chance = vi.spyOn(Math, 'random').mockReturnValue(1);
  // what failed in an earlier test does not count
  streams.at(-1)!.say('beat', {});
  for (const waitMs of [1000, 2000, 4000]) {
    fire('error');
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(waitMs - 1);
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(open()).toHaveLength(1);
  }
  streams.at(-1)!.say('beat', {});
  fire('error');
  vi.advanceTimersByTime(1000);
  expect(open()).toHaveLength(1);
  expect(warned).not.toHaveBeenCalled();
  chance.mockRestore();
  vi.useRealTimers();
  await screen.unmount();
});

test('L7 behind a proxy that holds events back the page asks, and opens another stream later', async () => {
  const { screen } = await renderLanding(<Listener />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fire('error');
  vi.advanceTimersByTime(LAST_RETRY_MS);
  const silent = streams.at(-1)!;
  fire('open');
  await expect.element(screen.container).toHaveTextContent('asking');
  vi.advanceTimersByTime(3 * LIVE_BEAT_MS);
  expect(silent.isClosed).toBe(true);
  vi.advanceTimersByTime(LAST_RETRY_MS);
  expect(open()).toHaveLength(1);
  vi.useRealTimers();
  await screen.unmount();
});

test('L7 a stream stays open while it beats, and is given up when it falls silent', async () => {
  const { screen } = await renderLanding(<Listener />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [stream] = streams;
  for (let beats = 0; beats < 10; beats++) {
    stream!.say('beat', {});
    vi.advanceTimersByTime(LIVE_BEAT_MS);
  }
  await expect.element(screen.container).toHaveTextContent('live');
  expect(stream!.isClosed).toBe(false);
  vi.advanceTimersByTime(2 * LIVE_BEAT_MS);
  expect(stream!.isClosed).toBe(true);
  await expect.element(screen.container).toHaveTextContent('asking');
  vi.useRealTimers();
  await screen.unmount();
});

test('a hidden tab and a page without a connection have no stream', async () => {
  const { screen } = await renderLanding(<Listener />);
  hide(true);
  expect(open()).toEqual([]);
  hide(false);
  expect(open()).toHaveLength(1);
  isOnline.mockReturnValue(false);
  fire('offline', window);
  expect(open()).toEqual([]);
  isOnline.mockReturnValue(true);
  fire('online', window);
  expect(open()).toHaveLength(1);
  await screen.unmount();
});
